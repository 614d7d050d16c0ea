// Pans, zooms and searches the one drawing on the page by moving its viewBox. Without this script
// the whole drawing and the outline are still there.
"use strict";
{
  const canvas = document.querySelector(".canvas");
  const svg = canvas.querySelector("svg");
  const search = document.querySelector("#search");
  const said = document.querySelector("output");
  const whole = svg.getAttribute("viewBox").split(" ").map(Number);
  const people = [...svg.querySelectorAll(".person")].map((group) => ({
    group,
    name: group.querySelector("title").textContent.split("\n")[0],
  }));
  const READABLE = 0.75; // screen px for one px of the drawing
  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  let view = [...whole];

  const show = () => svg.setAttribute("viewBox", view.map((n) => n.toFixed(2)).join(" "));
  const scale = () => Math.min(canvas.clientWidth / view[2], canvas.clientHeight / view[3]);

  function zoom(factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) {
    const wanted = Math.min(6, Math.max(0.02, scale() * factor)) / scale();
    view = [x - (x - view[0]) / wanted, y - (y - view[1]) / wanted, view[2] / wanted, view[3] / wanted];
    show();
  }

  function pan(dx, dy) { // in screen px
    view[0] += dx / scale();
    view[1] += dy / scale();
    show();
  }

  function fit() {
    view = [...whole];
    show();
  }

  function look(x, y, px) { // at this point, but not past the edges of the drawing
    const size = [canvas.clientWidth / px, canvas.clientHeight / px];
    const at = [x, y].map((wish, k) => {
      const room = whole[k + 2] - size[k];
      return whole[k] + (room < 0 ? room / 2 : Math.min(room, Math.max(0, wish - size[k] / 2 - whole[k])));
    });
    view = [...at, ...size];
    show();
  }

  function centre(group, least = 1) {
    const box = group.querySelector(".box").getBBox();
    look(box.x + box.width / 2, box.y + box.height / 2, Math.max(least, scale()));
  }

  function mark(group) {
    svg.querySelector(".found")?.classList.remove("found");
    group?.classList.add("found");
    if (group) centre(group);
  }

  function home() { // all of it if names can be read, else from ego or the founders
    const height = whole[3] * Math.min(1.3, canvas.clientWidth / whole[2]);
    if (height < canvas.clientHeight) canvas.style.height = `${Math.ceil(height) + 2}px`;
    if (scale() >= READABLE || !people.length) return;
    const left = ({ group }) => group.querySelector(".box").x.baseVal.value;
    const first = people.reduce((one, other) => (left(other) < left(one) ? other : one)).group;
    centre(svg.querySelector(".edge.ego")?.parentNode ?? first, READABLE);
  }

  let hit = -1;
  function find(step) {
    const wanted = plain(search.value.trim());
    const found = wanted ? people.filter(({ name }) => plain(name).includes(wanted)) : [];
    hit = step && found.length ? (hit + step + found.length) % found.length : 0;
    mark(found[hit]?.group);
    if (!wanted) said.textContent = "";
    else if (!found.length) said.textContent = "nobody of this name";
    else said.textContent = `${hit + 1} of ${found.length}: ${found[hit].name}`;
  }

  search.addEventListener("input", () => find(0));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") find(event.shiftKey ? -1 : 1);
  });

  const acts = { in: () => zoom(1.25), out: () => zoom(0.8), fit };
  for (const button of document.querySelectorAll("[data-act]")) {
    button.addEventListener("click", acts[button.dataset.act]);
  }
  const keys = {
    "+": acts.in, "=": acts.in, "-": acts.out, 0: fit,
    ArrowLeft: () => pan(-80, 0), ArrowRight: () => pan(80, 0),
    ArrowUp: () => pan(0, -80), ArrowDown: () => pan(0, 80),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });

  canvas.addEventListener("wheel", (event) => { // the page scrolls until the drawing is chosen
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    zoom(Math.exp(-event.deltaY / 400), at.x, at.y);
  }, { passive: false });

  const touching = new Map(); // one pointer drags, two zoom
  const gap = () => {
    const [a, b] = [...touching.values()];
    return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  };
  canvas.addEventListener("pointerdown", (event) => {
    touching.set(event.pointerId, event);
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = touching.get(event.pointerId);
    if (!last) return;
    const before = touching.size === 2 ? gap() : 0;
    touching.set(event.pointerId, event);
    if (before) zoom(gap() / before);
    else pan(last.clientX - event.clientX, last.clientY - event.clientY);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    canvas.addEventListener(end, (event) => touching.delete(event.pointerId));
  }

  document.querySelector(".outline").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    mark(document.getElementById(link.hash.slice(1)));
    canvas.scrollIntoView({ block: "center" });
  });
  addEventListener("beforeprint", fit);
  document.querySelector(".tools").hidden = false;
  home();
}

// Draws a family tree with vis-network: vis keeps nodes, view and gestures; boxes and lines are drawn
// here, because vis puts labels below markers and starts lines at their centres.

const trees = new WeakMap(); // one tree per element, so that reruns keep zoom and pan
const READY = "kin-vis-ready";
const MANY = 300; // people from whom on a tree without a centre is first seen as a whole
const RING = 4; // between a box and the ring around it
const READABLE = 0.72; // scale at which 13 px names are still over 9 px

export default function ({ data, parentElement, setStateValue, setTriggerValue }) {
  const root = parentElement.querySelector(".kin-tree");
  if (!root) return;
  root.style.height = `${data.height}px`;
  let tree = trees.get(root);
  if (!tree) {
    tree = { root, stamp: null, drawn: "", focus: null, selected: data.selected, widths: new Map() };
    trees.set(root, tree);
    wireTools(tree);
  }
  tree.say = { selected: setStateValue, opened: setTriggerValue };
  tree.data = data;
  const show = () => trees.get(root) === tree && render(tree, globalThis.__kinVis);
  if (globalThis.__kinVis) show();
  else globalThis.addEventListener(READY, show, { once: true });
  return () => {
    globalThis.removeEventListener(READY, show);
    // Streamlit also calls this between two runs: only a tree that left the page is ended
    setTimeout(() => {
      if (root.isConnected || trees.get(root) !== tree) return;
      trees.delete(root);
      tree.network?.destroy();
      if (globalThis.__kinTree === tree) delete globalThis.__kinTree;
    });
  };
}

function render(tree, vis) {
  const { data, root } = tree;
  if (tree.stamp !== data.stamp) {
    tree.stamp = data.stamp;
    const people = data.nodes.filter((node) => node.kind === "person");
    tree.people = new Map(people.map((node) => [node.id, node]));
    tree.spots = new Map(data.nodes.map((node) => [node.id, node]));
    const plain = data.edges.filter((edge) => edge.kind !== "proof");
    tree.lines = plain.map((edge) => line(edge, tree.spots, straight(data)));
    const proof = data.edges.filter((edge) => edge.kind === "proof");
    tree.proof = proof.map((edge) => route(edge, tree, straight(data)));
    const drawn = JSON.stringify(data.nodes.map(({ id, x, y, boxWidth }) => [id, x, y, boxWidth]));
    const nodes = data.nodes.map((node) => dressed(tree, node));
    if (!tree.people.has(tree.selected)) tree.selected = null;
    if (tree.drawn === drawn) tree.nodes.update(nodes);
    else draw(tree, vis, nodes);
    tree.drawn = drawn;
    loadFonts(tree);
    root.querySelector(".kin-canvas").setAttribute("aria-label", data.summary);
    root.querySelector(".kin-count").textContent = data.summary;
  }
  if (data.focus !== tree.focus) {
    tree.focus = data.focus;
    bringIn(tree, data.focus);
  }
}

function draw(tree, vis, nodes) {
  const box = tree.root.querySelector(".kin-canvas");
  tree.nodes = new vis.DataSet(nodes);
  const edges = tree.data.edges.map((edge, id) => ({ ...edge, id, hidden: true }));
  const contents = { nodes: tree.nodes, edges: new vis.DataSet(edges) };
  hover(tree, null);
  if (tree.network) tree.network.setData(contents);
  else {
    const { background, ...options } = tree.data.options;
    tree.network = new vis.Network(box, contents, options);
    tree.network.on("beforeDrawing", (ctx) => drawLines(tree, ctx));
    tree.network.on("click", ({ pointer }) => select(tree, at(tree, pointer.canvas)));
    tree.network.on("doubleClick", ({ pointer }) => open(tree, at(tree, pointer.canvas)));
    // A drawing that is higher than the one before gets its room only now, and vis zooms with it.
    tree.network.on("resize", () => {
      if (performance.now() - tree.begun < 2000) setTimeout(() => home(tree), 0);
    });
    globalThis.__kinTree = tree; // where tests find nodes on the page
  }
  tree.begun = performance.now();
  if (box.clientWidth > 0) return home(tree);
  const watch = new ResizeObserver(() => {
    if (box.clientWidth > 0) { watch.disconnect(); home(tree); } // a tab that was closed
  });
  watch.observe(box);
}

// ---- choosing people

function at(tree, { x, y }) {
  // vis knows the size of a box only after the pointer was over it, so we look ourselves
  for (const node of tree.people.values()) {
    if (Math.abs(x - node.x) <= node.boxWidth / 2 && Math.abs(y - node.y) <= node.boxHeight / 2) return node.id;
  }
  return null;
}

function hover(tree, id, spot) {
  if (tree.hovered === id) return;
  tree.hovered = id;
  tree.root.querySelector(".kin-canvas").style.cursor = id === null ? "" : "pointer";
  const tip = tree.root.querySelector(".kin-tip");
  tip.hidden = true;
  clearTimeout(tree.tipping);
  if (id !== null) tree.tipping = setTimeout(() => {
    tip.textContent = tree.people.get(id)?.title ?? ""; // text, never markup
    tip.style.left = `${Math.min(spot.x + 14, tree.root.clientWidth - 180)}px`;
    tip.style.top = `${spot.y + 16}px`;
    tip.hidden = false;
  }, 250);
  tree.network?.redraw();
}

function select(tree, id) {
  if (tree.selected === id) return;
  tree.selected = id;
  tree.network.redraw();
  tree.root.querySelector(".kin-said").textContent = id === null ? "" : tree.people.get(id).title;
  tree.say.selected("selected", id);
}

function open(tree, id) {
  if (id !== null) tree.say.opened("opened", id);
}

function step(tree, dx, dy) {
  // nearest person in that direction, sideways distance counting double
  const from = tree.people.get(tree.selected);
  let best = null;
  for (const node of tree.people.values()) {
    if (!from) { if (!best || node.ego) best = { node, cost: 0 }; continue; }
    const ahead = (node.x - from.x) * dx + (node.y - from.y) * dy;
    const aside = Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
    const cost = ahead + 2 * aside;
    if (ahead > 1 && (!best || cost < best.cost)) best = { node, cost };
  }
  if (!best) return;
  select(tree, best.node.id);
  bringIn(tree, best.node.id);
}

// ---- the view

function home(tree) {
  // the whole tree if its names can be read, else as much as can be, around ego or the person whose
  // kin are drawn, or from the first founders on
  const all = fit(tree);
  if (!all || all.scale >= READABLE) return;
  const proof = proven(tree);
  if (proof.size && fit(tree, proof).scale >= READABLE / 2) return; // the proof as a whole comes first
  const box = tree.root.querySelector(".kin-canvas");
  const ego = [...tree.people.values()].find((node) => node.ego) ?? tree.people.get(tree.data.centre);
  if (!ego && tree.people.size > MANY) return; // a map first: its edges tell nothing
  const x = all.left + (box.clientWidth / 2 - 32) / READABLE;
  const y = (all.top + all.bottom) / 2;
  tree.network.moveTo({ position: ego ? { x: ego.x, y: ego.y } : { x, y }, scale: READABLE });
}

function proven(tree) {
  // everything that the proof of an item passes, and who is ringed
  const ringed = [...tree.people.values()].filter((node) => node.ring);
  if (!ringed.length) return new Map();
  const egos = [...tree.people.values()].filter((node) => node.ego);
  const ids = tree.proof.flatMap(({ edge }) => edge.via);
  return new Map([...ids.map((id) => tree.spots.get(id)), ...ringed, ...egos].map((node) => [node.id, node]));
}

function fit(tree, spots = tree.spots) {
  const box = tree.root.querySelector(".kin-canvas");
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y, boxWidth = 0, boxHeight = 0 } of spots.values()) {
    left = Math.min(left, x - boxWidth / 2); right = Math.max(right, x + boxWidth / 2);
    top = Math.min(top, y - boxHeight / 2); bottom = Math.max(bottom, y + boxHeight / 2);
  }
  if (!Number.isFinite(left) || box.clientWidth === 0) return;
  const scale = Math.min((box.clientWidth - 64) / (right - left), (box.clientHeight - 56) / (bottom - top), 1.2);
  tree.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale: Math.max(scale, 0.02) });
  return { scale, left, top, bottom };
}

function zoom(tree, factor) {
  tree.network.moveTo({ scale: Math.min(4, Math.max(0.02, tree.network.getScale() * factor)) });
}

function pan(tree, dx, dy) {
  const { x, y } = tree.network.getViewPosition();
  const by = 80 / tree.network.getScale();
  tree.network.moveTo({ position: { x: x + dx * by, y: y + dy * by } });
}

function bringIn(tree, id) {
  const node = tree.people.get(id);
  const box = tree.root.querySelector(".kin-canvas");
  if (!node || box.clientWidth === 0) return;
  const at = tree.network.canvasToDOM({ x: node.x, y: node.y });
  const half = (node.boxWidth / 2) * tree.network.getScale();
  const inside = at.x > half && at.x < box.clientWidth - half && at.y > 30 && at.y < box.clientHeight - 30;
  // Among thousands, somebody is in view but no larger than a grain: come near enough to read.
  const tiny = tree.network.getScale() < READABLE / 2;
  if (!inside || tiny) {
    tree.network.moveTo({ position: { x: node.x, y: node.y }, ...(tiny ? { scale: READABLE } : {}) });
  }
}

function wireTools(tree) {
  const box = tree.root.querySelector(".kin-canvas");
  const acts = {
    in: () => zoom(tree, 1.25),
    out: () => zoom(tree, 0.8),
    fit: () => fit(tree),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : tree.root.requestFullscreen()),
  };
  tree.root.addEventListener("fullscreenchange", () => setTimeout(() => tree.network && fit(tree), 150));
  for (const button of tree.root.querySelectorAll("[data-act]")) {
    button.addEventListener("click", () => tree.network && acts[button.dataset.act]());
  }
  const keys = { "+": acts.in, "=": acts.in, "-": acts.out, 0: acts.fit };
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  box.addEventListener("keydown", (event) => {
    if (!tree.network || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ways[event.key]) (event.shiftKey ? pan : step)(tree, ...ways[event.key]);
    else if (keys[event.key]) keys[event.key]();
    else if (event.key === "Enter") open(tree, tree.selected);
    else if (event.key === "Escape") select(tree, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("pointerleave", () => tree.people && hover(tree, null));
  box.addEventListener("pointermove", (event) => {
    if (!tree.network || event.buttons) return;
    const frame = box.getBoundingClientRect();
    const spot = { x: event.clientX - frame.left, y: event.clientY - frame.top };
    hover(tree, at(tree, tree.network.DOMtoCanvas(spot)), spot);
  });
  box.addEventListener("pointerdown", () => box.focus({ preventScroll: true }));
}

// ---- drawing

const straight = (data) => data.options.edges?.smooth?.enabled === false;

function dressed(tree, node) {
  if (node.kind !== "person") return node;
  const { label, title, ...rest } = node;
  return { ...rest, shape: "custom", ctxRenderer: ({ ctx, x, y }) => ({
    drawNode: () => drawPerson(tree, ctx, tree.people.get(node.id) ?? node, x, y),
    nodeDimensions: { width: node.boxWidth, height: node.boxHeight },
  }) };
}

function drawPerson(tree, ctx, node, x, y) {
  const { boxWidth: w, boxHeight: h, color, font } = node;
  const [left, top] = [x - w / 2, y - h / 2];
  const selected = node.id === tree.selected;
  const centre = node.id === tree.data.centre;
  const small = tree.network.getScale() * font.size < 5; // a map: text would be dust
  if (node.ego && !small) drawEgoTab(ctx, node, left, top);
  ctx.beginPath();
  ctx.roundRect(left, top, w, h, 5);
  ctx.fillStyle = tree.data.options.background;
  ctx.fill();
  if (selected || node.id === tree.hovered || node.tinted) {
    ctx.globalAlpha = node.tinted ? (selected ? 0.5 : 0.28) : selected ? 0.22 : 0.1;
    ctx.fillStyle = color.background;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  ctx.lineWidth = node.ego ? 3 : selected || centre ? 2 : 1;
  ctx.strokeStyle = node.ego ? color.border : selected ? color.background : centre ? font.color : color.border;
  ctx.stroke();
  if (node.ring) drawRing(ctx, node, left, top);
  drawMarker(ctx, node, small ? x : left + 14, y, small ? 11 : 6.5);
  if (small) return;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.fillStyle = font.color;
  const [start, end] = [left + 26, left + w - 7];
  const two = node.years || node.tag; // a second line, so that columns stay narrow
  if (node.tag) { // a kin term stands instead of the years, so that no box grows and nobody moves
    ctx.font = `600 ${font.size - 2}px ${font.face}`;
    ctx.fillText(clipped(tree, ctx, node.tag, end - start), start, y + 9);
  } else if (node.years) {
    ctx.font = `${font.size - 2}px ${font.face}`;
    ctx.globalAlpha = 0.78;
    ctx.fillText(node.years, start, y + 9);
    ctx.globalAlpha = 1;
  }
  ctx.font = `${node.ego ? "600 " : ""}${font.size}px ${font.face}`;
  ctx.fillText(clipped(tree, ctx, node.name, end - start), start, two ? y - 7 : y + 0.5);
}

function drawRing(ctx, { boxWidth: w, boxHeight: h, ring }, left, top) {
  ctx.beginPath();
  ctx.roundRect(left - RING, top - RING, w + 2 * RING, h + 2 * RING, 5 + RING);
  ctx.lineWidth = 3;
  ctx.strokeStyle = ring;
  ctx.stroke();
}

function drawEgoTab(ctx, node, left, top) {
  ctx.beginPath();
  ctx.roundRect(left - 30, top + 3, 34, node.boxHeight - 6, 4);
  ctx.fillStyle = node.color.border;
  ctx.fill();
  ctx.font = `600 ${node.font.size - 2}px ${node.font.face}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = node.egoText;
  ctx.fillText("ego", left - 15, top + node.boxHeight / 2 + 0.5);
}

function drawMarker(ctx, { shape, color }, x, y, r) {
  ctx.beginPath();
  if (shape === "triangle") {
    ctx.moveTo(x, y - r); ctx.lineTo(x + r, y + r * 0.8); ctx.lineTo(x - r, y + r * 0.8); ctx.closePath();
  } else if (shape === "square") ctx.rect(x - r * 0.85, y - r * 0.85, r * 1.7, r * 1.7);
  else ctx.arc(x, y, r * 0.92, 0, 2 * Math.PI);
  ctx.fillStyle = color.background;
  ctx.fill();
}

function clipped(tree, ctx, text, room) {
  const key = `${ctx.font}|${room}|${text}`;
  let shown = tree.widths.get(key);
  if (shown === undefined) {
    const letters = Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
    shown = text;
    while (letters.length > 1 && ctx.measureText(shown).width > room) {
      letters.pop();
      shown = `${letters.join("").trimEnd()}…`;
    }
    tree.widths.set(key, shown);
  }
  return shown;
}

function line(edge, spots, direct) {
  const [from, to] = [spots.get(edge.from), spots.get(edge.to)];
  const start = [from.x + (from.boxWidth ?? 0) / 2, from.y];
  const end = [to.x - (to.boxWidth ?? 0) / 2, to.y];
  return { edge, points: [start, ...(edge.bends ?? []), end], direct };
}

function trace(ctx, { points, direct }) {
  ctx.beginPath();
  ctx.moveTo(...points[0]);
  for (let k = 1; k < points.length; k += 1) {
    const [[x1, y1], [x2, y2]] = [points[k - 1], points[k]];
    const middle = (x1 + x2) / 2;
    if (direct || y1 === y2) ctx.lineTo(x2, y2);
    else ctx.bezierCurveTo(middle, y1, middle, y2, x2, y2);
  }
  ctx.stroke();
}

function drawLines(tree, ctx) {
  const page = getComputedStyle(tree.root).getPropertyValue("--st-background-color").trim();
  const touching = ({ edge }) => edge.from === tree.selected || edge.to === tree.selected;
  const strongest = tree.people.get(tree.selected)?.color.background;
  const lines = strongest ? [...tree.lines].sort((a, b) => touching(a) - touching(b)) : tree.lines;
  for (const each of lines) {
    const strong = strongest && touching(each);
    ctx.strokeStyle = strong ? strongest : each.edge.color;
    ctx.lineWidth = each.edge.consanguineous ? 5 : strong ? 2.5 : 1.4;
    ctx.setLineDash(each.edge.adoptive ? [7, 5] : []);
    trace(ctx, each);
    if (each.edge.consanguineous) { // the middle of a wide line taken out again: two lines
      ctx.strokeStyle = page || tree.data.options.background;
      ctx.lineWidth = 2;
      trace(ctx, each);
    }
  }
  ctx.setLineDash([]); // boxes are drawn with this context too
  drawProof(tree, ctx);
}

function route(edge, { lines, spots }, direct) {
  // the lines between those passed on the way, each turned so that it leads on
  const parts = edge.via.slice(1).map((to, k) => {
    const from = edge.via[k];
    const along = lines.find(({ edge: one }) => one.from === from && one.to === to);
    if (along) return along;
    const back = lines.find(({ edge: one }) => one.from === to && one.to === from);
    return back ? { ...back, points: [...back.points].reverse() } : line({ from, to }, spots, direct);
  });
  const end = spots.get(edge.to);
  const [x, y] = parts.at(-1).points.at(-1);
  return { edge, parts, end: { x, y, ringed: Boolean(end.ring), way: x < end.x ? 1 : -1 } };
}

function drawProof(tree, ctx) {
  // each step as a thick line with an arrow at its end, and before the arrow the word for it
  const { options } = tree.data;
  const font = tree.data.nodes[0]?.font;
  const words = new Map();
  for (const { edge, parts, end } of tree.proof) {
    ctx.strokeStyle = ctx.fillStyle = edge.color;
    ctx.lineWidth = edge.width;
    ctx.lineCap = "round";
    for (const part of parts) trace(ctx, part);
    ctx.lineCap = "butt";
    const tip = end.x - end.way * (end.ringed ? RING + 2 : 1);
    ctx.beginPath();
    ctx.moveTo(tip, end.y); ctx.lineTo(tip - end.way * 10, end.y - 7); ctx.lineTo(tip - end.way * 10, end.y + 7);
    ctx.fill();
    const place = `${end.x} ${end.y}`;
    words.set(place, { edge, end, tip, said: new Set([...(words.get(place)?.said ?? []), edge.word]) });
  }
  if (!font || tree.network.getScale() * font.size < 5) return;
  ctx.font = `600 ${font.size - 2}px ${font.face}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const { edge, end, tip, said } of words.values()) {
    const text = [...said].join(", ");
    const w = ctx.measureText(text).width + 8;
    const x = tip - end.way * (11 + w / 2);
    ctx.beginPath();
    ctx.roundRect(x - w / 2, end.y - 9, w, 18, 4);
    ctx.fillStyle = options.background;
    ctx.fill();
    ctx.lineWidth = 1;
    ctx.strokeStyle = edge.color;
    ctx.stroke();
    ctx.fillStyle = font.color;
    ctx.fillText(text, x, end.y + 0.5);
  }
}

function loadFonts(tree) {
  const names = [...tree.people.values()].map((node) => node.name + node.tag).join("");
  const faces = (tree.data.options.nodes?.font?.face ?? "").split(",").map((face) => face.trim());
  const wanted = faces.filter((face) => face && face !== "sans-serif");
  const loads = wanted.flatMap((face) => ["400", "600"].map((weight) =>
    document.fonts.load(`${weight} 13px "${face.replaceAll('"', "")}"`, names)));
  Promise.allSettled(loads).then(() => {
    tree.widths.clear(); // measured with another font
    if (tree.root.isConnected) tree.network?.redraw();
  });
}

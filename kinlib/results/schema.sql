-- The database is an index over data/, imports and journals; `python -m kinlib rebuild` makes it
-- again. This file is the only place where columns are declared: the Parquet files of an import
-- take their types from here.

create table dataset (
    dataset_id varchar not null,
    name varchar not null,
    benchmark varchar not null,      -- kinshipqa, clutrr, terms
    note varchar,                    -- what its source cut or left out
    origin varchar not null          -- import, journal or shipped file the row came from
);

create table item (
    dataset_id varchar not null,
    item_id varchar not null,        -- the benchmark's own id
    position integer not null,       -- order in its source
    category varchar,
    hops integer,
    system varchar,
    language varchar,
    relation varchar,
    question varchar not null,
    context varchar,
    context_cut boolean not null,    -- the source cut the context; it is not rebuilt
    prompt varchar,                  -- null: the source stored none
    gold varchar not null,           -- JSON list of accepted answers, or of the whole answer set
    answer_type varchar not null,    -- people, person, count, relation, term
    attributes varchar not null,     -- JSON object: the source's other fields, untouched
    digest varchar not null,         -- of the source row, to tell a repetition from a conflict
    origin varchar not null
);

create table run (
    run_id varchar not null,
    benchmark varchar not null,
    dataset_id varchar,              -- null: ad hoc prompts
    model varchar not null,
    protocol varchar,
    source varchar not null,         -- measured, imported, human, control, ad hoc
    scorer varchar,                  -- whose verdicts are shown; null: none
    parameters varchar not null,     -- JSON object
    preset varchar,                  -- whose settings these are, such as paper; null: not told
    repeats integer,                 -- how often each item is asked
    planned integer,                 -- calls in all, answered or not; null: not told
    versions varchar,                -- JSON object: libraries by name
    started varchar,                 -- ISO 8601; null: unknown
    note varchar,
    origin varchar not null
);

create table response (
    response_id varchar not null,
    run_id varchar not null,
    dataset_id varchar,
    item_id varchar,                 -- null: a free prompt
    repeat integer not null,
    position integer not null,       -- order in the run
    outcome varchar not null,        -- answered, blank, truncated, refused, cancelled, error
    text varchar,                    -- as received, never changed
    text_limit integer,              -- the source cut replies at this many characters; null: uncut
    prompt varchar,                  -- as sent; null: not stored by the source
    finish_reason varchar,
    error_kind varchar,
    error varchar,
    prompt_tokens integer,
    completion_tokens integer,
    seconds double,
    cost double,                     -- US dollars; null: unknown
    served_model varchar,
    attempt integer,                 -- how often it was begun to be asked, this time included
    requests integer,                -- sent for this reply, those repeated at once included
    seed bigint,
    replied_at varchar,              -- ISO 8601
    first_token_seconds double,
    reasoning varchar,               -- thinking shown apart from the text
    parameters varchar,              -- JSON object, as sent; null: those of the run
    versions varchar,                -- JSON object: libraries by name; null: those of the run
    dropped varchar,                 -- JSON list: parameters that the model does not take
    taken_from varchar,              -- run that had this very reply to this very request
    superseded boolean,              -- another attempt counts instead (records.REPLIED); kept by the store
    origin varchar not null
);

create table score (
    response_id varchar not null,
    scorer varchar not null,
    version varchar not null,
    correct boolean not null,
    precision double,
    recall double,
    f1 double,
    predicted varchar,               -- JSON list: the answer as the scorer read it
    reading varchar,                 -- how far the reply could be read; null: the scorer tells not
    causes varchar,                  -- JSON list: why it is wrong, the main cause first
    origin varchar not null
);

-- What a reply to a kin-term prompt is made of, whatever a scorer says of it.
create table surface (
    response_id varchar not null,
    version varchar not null,
    script varchar not null,         -- the requested script: absent, partial, full
    shares varchar not null,         -- JSON object: graphemes by ISO 15924 code
    ascii_only boolean not null,
    translation boolean not null,    -- holds a "Translation:" field, a "Note:" field
    note boolean not null,
    romanised boolean not null,      -- holds an accepted term in Latin letters
    others_frozen varchar not null,  -- JSON list: other relations with a term in it, as substrings
    others varchar not null,         -- the same by the bounded matcher
    signs varchar not null,          -- JSON list: what else may explain a failure
    behaviour varchar,               -- what it does with an underspecified prompt; null: L3
    readings varchar,                -- JSON list: kin types that its terms cover there
    with_draft boolean,              -- it asks back and gives a message all the same
    origin varchar not null
);

-- What happened to a run besides replies.
create table event (
    run_id varchar not null,
    event varchar not null,          -- sitting, stopped, finished, rescore, ...
    happened varchar not null,       -- ISO 8601
    fields varchar not null,         -- JSON object: whatever else the journal says of it
    origin varchar not null
);

create table genealogy (
    genealogy_id varchar not null,
    name varchar not null,
    system varchar,
    people integer not null,
    note varchar,
    origin varchar not null
);

create table person (
    genealogy_id varchar not null,
    position integer not null,
    person_id varchar not null,
    name varchar not null,
    given varchar,
    surname varchar,
    sex varchar not null,
    birth integer,
    death integer,
    father_id varchar,
    mother_id varchar,
    descent_group varchar,
    adopters varchar[],
    origin varchar not null
);

create table partnership (
    genealogy_id varchar not null,
    position integer not null,
    partner_a varchar not null,
    partner_b varchar not null,
    start_year integer,
    end_year integer,
    origin varchar not null
);

create table figure (
    source varchar not null,         -- the file the figure was printed or stored in
    position integer not null,
    table_name varchar not null,
    metric varchar not null,
    value double not null,
    labels varchar not null,         -- JSON object: model, system, protocol ... as the source names them
    note varchar,
    origin varchar not null
);

-- What has been taken in, so that taking in is done once: a file's name, size and time, and for a
-- journal how many bytes were read.
create table intake (
    origin varchar not null,
    stamp varchar not null,          -- a + before it: to be taken in again, to fill gaps
    bytes bigint not null,
    problems varchar not null        -- JSON list of [line, reason]
);

-- Which origin has a row that another has too: when the holder goes, the other fills the gap.
create table overlap (
    origin varchar not null,
    holder varchar not null
);

-- Events in the order in which they were written down; what a clock said of them may be wrong.
-- What our journals tell comes after what came with a run.
create view told_event as
select run_id, event, happened, fields,
    row_number() over (
        partition by run_id order by starts_with(origin, 'journal/'), rowid
    ) as position
from event;

-- Runs with the scorer whose verdicts are shown: the last one that they were scored again by.
create view scored_run as
select run.* replace (coalesce(rescored.scorer, run.scorer) as scorer)
from run left join (
    select run_id, arg_max(json_extract_string(fields, '$.scorer'), position) as scorer
    from told_event where event = 'rescore' group by run_id
) as rescored using (run_id);

-- The final reply of each item and repeat, with the verdicts of one scorer: the chosen one for runs
-- of a benchmark in the list beside it, else the scorer of the run.
create macro reply_by(chosen, benchmarks) as table
select
    response.* exclude (parameters, versions, superseded),
    coalesce(response.parameters, run.parameters) as parameters,
    coalesce(response.versions, run.versions) as versions,
    coalesce(item.position, response.position) as item_position,
    item.category, item.hops, item.system, item.language, item.relation, item.question,
    item.context, item.context_cut, item.gold, item.answer_type, item.attributes,
    run.benchmark, run.model, run.protocol, run.source, run.preset, run.scorer,
    dataset.name as dataset,
    dataset.note as dataset_note,
    run.note as run_note,
    score.correct, score.precision, score.recall, score.f1, score.predicted,
    score.reading, score.causes, score.causes ->> 0 as cause, surface.behaviour,
    score.scorer as judge, score.version as scorer_version,
    case
        when response.outcome in ('blank', 'refused', 'cancelled', 'error') then response.outcome
        when score.correct is null then 'not scored'
        when score.correct then 'right'
        else 'wrong'
    end as verdict
from response
join scored_run as run using (run_id)
left join dataset on dataset.dataset_id = response.dataset_id
left join item on item.dataset_id = response.dataset_id and item.item_id = response.item_id
left join surface on surface.response_id = response.response_id
left join score on score.response_id = response.response_id
    and score.scorer = coalesce(
        (chosen::varchar[])[list_position(benchmarks::varchar[], run.benchmark)], run.scorer
    )
where response.superseded is not true;

create view reply as select * from reply_by([], []);

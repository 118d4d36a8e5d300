"""Every SQL text of the pages. Parameters are named; nothing is ever put into a text."""

# catalogue: read once, since a served ledger never changes
ENTITIES = "select * from entities"
CLAIM_TITLES = "select id, claim from claims"
SOURCES = "select * from sources"
METRICS = "select * from metrics order by rowid"
WORDS = "select vocabulary, word, label, meaning from words order by rowid"
RENAMED = "select old, new from renamed"
BUILD_INFO = "select key, value from build_info"
EDITIONS = "select device, edition, label from configurations order by device, headline desc, rowid"
SEARCH_ROWS = "select id, kind, ref, title, names from search"
LEXICON = "select id, value from lexicon"

# what charts and rivals need: read once as well
VALUES_OF_KIND = """
select statement, entity, metric, qualifiers, case when value_max is null then value end, unit from facts
where entity_kind = :kind and setup is null and value > 0"""
DATES_OF_KIND = """
select entity, value_text, statement from facts
where entity_kind = :kind and setup is null and metric = :metric and value_text is not null"""
HEADLINE_EDITIONS = "select device, edition from configurations where headline"
MAKERS = """
select id, vendor as maker, kind from devices union all select id, vendor, kind from systems
union all select id, developer, kind from models"""

# one thing
RECORD = {
    "device": "select * from devices where id = :id",
    "system": "select * from systems where id = :id",
    "model": "select * from models where id = :id",
    "software": "select * from software where id = :id",
    "benchmark": "select * from benchmarks where id = :id",
    "organization": "select * from organizations where id = :id",
}
NAMES_ELSEWHERE = "select entity, id from identifiers where scheme not in ('pci', 'wikidata')"
IDENTIFIERS = "select scheme, id from identifiers where entity = :id order by scheme, id"
CONFIGURATIONS = "select * from configurations where device = :id order by headline desc, memory_gb, edition"
FACTS = "select * from facts where entity = :id and +setup is null"
STATEMENTS = "select * from statements where entity = :id and +setup is null"
ABSENCES = "select * from absences where entity = :id order by metric"
DISAGREEMENTS_OF = """
select * from disagreements where entity = :id
order by case state when 'open' then 0 when 'ranked' then 1 else 2 end, ratio desc, metric"""
FINDINGS_OF = """
select * from findings where entity = :id or claim in (select id from claims where about = :id)
order by case level when 'error' then 0 when 'misleading' then 1 when 'question' then 2 else 3 end, id"""
SUCCESSORS = "select id from entities where predecessor = :id order by id"
VARIANTS = "select id from entities where variant_of = :id order by id"
SYSTEMS_WITH = "select id, name, vendor, kind, device_count from systems where device = :id order by name"


# several things
FACTS_OF_MANY = "select * from facts where entity in (select value from json_each(:ids)) and +setup is null"
ABSENCES_OF_MANY = """
select a.* from absences a join statements s on s.id = a.statement
where a.entity in (select value from json_each(:ids)) and +s.setup is null and s.rank <> 'deprecated'"""

# where a thing is used
CLAIMS_WITH = """
select c.id, c.claim, c.about, c.claimant, c.made, c.rating, c.n_statements, c.n_findings,
       used.n as n_with_it, used.roles as roles, count(*) over () as total
from claims c join (
  select s.claim as claim, count(distinct s.id) as n, json_group_array(distinct e.role) as roles
  from statement_entities e join statements s on s.id = e.statement
  where e.entity = :id and s.claim is not null group by s.claim
) used on used.claim = c.id
order by c.made desc, c.id limit :limit"""
NAMED_IN = """
select s.*, count(*) over () as total from statement_entities e join statements s on s.id = e.statement
where e.entity = :id and s.entity <> :id and s.claim is null and e.role <> 'asserted_by'
group by s.id order by s.value is null, s.value desc, s.id limit :limit"""

# organizations
MADE_BY = """
select 'device' as kind, id, name, released from devices where vendor = :id
union all select 'system', id, name, released from systems where vendor = :id
union all select 'model', id, name, released from models where developer = :id
union all select 'software', id, name, null from software where maker = :id
union all select 'benchmark', id, name, null from benchmarks where maker = :id
order by 1, 3"""
CLAIMS_BY = """
select id, claim, about, claimant, made, rating, n_statements, n_findings from claims where claimant = :id
order by made desc, id limit :limit"""
SOURCES_BY = """
select id, title, kind, publisher, published, n_statements from sources where publisher = :id
order by published desc, id limit :limit"""

# claims
CLAIM = "select * from claims where id = :id"
SETUPS = "select * from setups where claim = :id order by rowid"
CLAIM_STATEMENTS = "select * from statements where claim = :id order by line, rowid"
CLAIM_FINDINGS = """
select * from findings where claim = :id or statement in (select id from statements where claim = :id)
order by case level when 'error' then 0 when 'misleading' then 1 when 'question' then 2 else 3 end, id"""

# sources
SOURCE = "select * from sources where id = :id"
REPEATED_BY = "select * from sources where repeats = :id order by published, id"
SOURCE_STATEMENTS = "select * from statements where source = :id order by entity, metric, rowid limit :limit"
COUNT_SOURCE_STATEMENTS = "select count(*) as n from statements where source = :id"
FIRST_SEEN_IN = """
select id, claim, about, claimant, made, rating, n_statements, n_findings from claims where first_appearance = :id
order by made desc, id limit :limit"""

# statements
STATEMENT = "select * from statements where id = :id"
SAME_SUBJECT = """
select * from statements where entity = :entity and metric = :metric and setup is :setup and id <> :id order by id"""
FACT_OF = "select * from facts where statement = :id"
SHOWN = "select statement from facts where entity = :entity and metric = :metric"
STATEMENT_ENTITIES = """
select entity, role from statement_entities where statement = :id order by role <> 'subject', rowid"""
SETUPS_OF_STATEMENT = "select * from setups where id in (:setup, :baseline) order by id = :baseline"
STATEMENT_FINDINGS = "select * from findings where statement = :id or other = :id order by id"

# reconciliation and tools
METRICS_OF_KIND = """
select metric, count(*) as n from facts where entity_kind = :kind and +setup is null group by metric
order by n desc, metric"""
FIRST_STATEMENT = "select id from statements limit 1"
COLUMNS = 'select name, type, "notnull", pk from pragma_table_xinfo(:table)'
FACTS_WITH_PLACE = """
select f.*, s.at from facts f join statements s on s.id = f.statement where f.entity = :id and +f.setup is null
order by f.metric, f.statement"""
FACTS_OF_METRIC = """
select * from facts where entity = :id and metric = :metric and +setup is null order by published desc, statement"""

# changes and feeds
_CHANGES_WHERE = """
where instr('/' || :kinds || '/', '/' || kind || '/') and (:entity is null or entity = :entity)"""
CHANGES = f"""
select * from changes {_CHANGES_WHERE}
order by date desc, rowid desc limit :limit offset :offset"""  # noqa: S608 - joined from the two constants here
COUNT_CHANGES = f"select count(*) as n from changes {_CHANGES_WHERE}"  # noqa: S608 - as above
CHANGES_OF_STATEMENT = "select * from changes where statement = :id order by date desc, rowid desc"
CLAIMS_FOR_FEED = """
select c.id, c.claim, c.claimant, c.made, c.rating, c.rating_reason, r.since as recorded
from claims c left join records r on r.file = c.file
where :entity is null or c.about = :entity or c.claimant = :entity
order by recorded desc, c.made desc, c.id limit :limit"""
FINDINGS_FOR_FEED = """
select f.*, coalesce(s.published, c.made) as date,
       coalesce((select max(h.date) from changes h where h.statement = f.statement and h.kind <> 'rank'), r.since)
         as recorded
from findings f left join statements s on s.id = f.statement left join claims c on c.id = f.claim
     left join records r on r.file = coalesce(s.file, c.file)
where f.level <> 'consistent' and (:entity is null or f.entity = :entity or c.about = :entity)
order by recorded desc, date desc, f.id limit :limit"""

# home and disagreements
COUNTS = """
select (select count(*) from devices) as devices, (select count(*) from systems) as systems,
       (select count(*) from models) as models, (select count(*) from software) as software,
       (select count(*) from claims) as claims, (select count(*) from statements) as statements,
       (select count(*) from sources) as sources, (select count(*) from disagreements) as disagreements"""
NEWEST_CLAIMS = """
select id, claim, about, claimant, made, rating, n_statements, n_findings from claims
order by made desc, id limit :limit"""
_WITH_CLAIM = """
*, (select s.claim from statements s where s.id = lowest_statement and s.setup is not null) as claim"""
SHARPEST = f"""
select {_WITH_CLAIM} from disagreements where state = :state and ratio is not null
order by ratio desc, id limit :limit"""  # noqa: S608 - as below
_MAKERS = """
select id, vendor as maker from devices union all select id, vendor from systems
union all select id, developer from models union all select id, maker from software"""
_DISAGREEMENTS_WHERE = f"""
where (:metric is null or metric = :metric) and (:kind is null or entity_kind = :kind)
  and (:state is null or state = :state) and (:cause is null or cause = :cause)
  and (:vendor is null or entity in (select id from ({_MAKERS}) where maker = :vendor))"""  # noqa: S608 - constants
DISAGREEMENTS = f"""
select {_WITH_CLAIM} from disagreements {_DISAGREEMENTS_WHERE}
order by case state when 'open' then 0 when 'ranked' then 1 else 2 end, ratio is null, ratio desc, id
limit :limit offset :offset"""  # noqa: S608 - joined from the two constants here
COUNT_DISAGREEMENTS = f"select count(*) as n from disagreements {_DISAGREEMENTS_WHERE}"  # noqa: S608 - as above
DISPUTED_METRICS = "select metric, count(*) as n from disagreements group by metric order by n desc, metric"
DISPUTED_MAKERS = f"""
select m.maker as vendor, count(*) as n from disagreements d join ({_MAKERS}) m on m.id = d.entity
group by 1 order by n desc, 1"""  # noqa: S608 - as above
STATEMENTS_OF_MANY = "select * from statements where id in (select value from json_each(:ids))"

# coverage
_COVERAGE = f"""
from coverage c join ({_MAKERS}) m on m.id = c.entity
left join (select entity, metric, min(statement) as statement from absences group by 1, 2) a
  on a.entity = c.entity and a.metric = c.metric and c.state = 'absent'
where (:metric is null or c.metric = :metric) and (:kind is null or c.entity_kind = :kind)
  and (:vendor is null or m.maker = :vendor) and (:state is null or c.state = :state)"""  # noqa: S608 - as above
COVERAGE = f"""
select c.entity, c.entity_kind, m.maker as vendor, c.metric, c.part, c.needed, c.state, c.n_origins,
       c.best_source_kind, a.statement as absence {_COVERAGE}
order by c.needed desc, case c.state when 'unsearched' then 0 when 'absent' then 1 else 2 end,
         c.metric, c.entity, c.part
limit :limit offset :offset"""
COUNT_COVERAGE = f"select count(*) as n {_COVERAGE}"
_STATES = """
sum(c.state = 'stated') as stated, sum(c.state = 'absent') as absent, sum(c.state = 'unsearched') as unsearched,
count(*) as n"""
COVERED_METRICS = f"""
select c.entity_kind, c.metric, c.part, c.needed, {_STATES} {_COVERAGE}
group by 1, 2, 3, 4 order by c.needed desc, min(c.rowid)"""
COVERED_MAKERS = f"""
select m.maker as vendor, {_STATES} {_COVERAGE} and c.needed
group by 1 order by n desc, 1"""

# search
STATEMENTS_NAMED = "select * from statements where id in (select value from json_each(:ids)) order by id"
FULL_TEXT = """
select s.id, s.kind, s.ref, s.title, bm25(search_fts) as rank from search_fts
join search s on s.rowid = search_fts.rowid where search_fts match :match order by rank limit :limit"""
PLAIN_TEXT = """
select id, kind, ref, title, 0 as rank from search
where title like :like escape '\\' or names like :like escape '\\' or text like :like escape '\\'
order by title limit :limit"""

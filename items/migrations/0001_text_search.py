"""What search reads of an item, before the tables whose columns and indexes are made of it."""

from typing import ClassVar

from django.contrib.postgres.operations import BtreeGinExtension, TrigramExtension, UnaccentExtension
from django.db import migrations

FORWARDS = r"""
-- What search reads of an item. Written in functions, so that the generated column, the index and a query
-- treat text alike. Names are qualified: a restore runs with an empty search path.

-- English stems without accents.
CREATE TEXT SEARCH CONFIGURATION public.conderis (COPY = pg_catalog.english);
ALTER TEXT SEARCH CONFIGURATION public.conderis
    ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, english_stem;

-- Case and accents away: what a part of a word is compared in. `unaccent` is stable only because its
-- dictionary could be replaced; ours isn't.
CREATE FUNCTION public.conderis_fold(input text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000  -- a planner must prefer the index made of it
    RETURN lower(public.unaccent('public.unaccent'::regdictionary, input));

-- Text as words: identifiers, paths and camelCase taken apart, and writing without spaces (Chinese,
-- Japanese, Korean) as pairs of neighbours, overlapping.
CREATE FUNCTION public.conderis_words(input text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
    dense constant text := '\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f';
    words text := pg_catalog.regexp_replace(
        pg_catalog.regexp_replace(input, '([[:lower:][:digit:]])([[:upper:]])', '\1 \2', 'g'),
        '[^[:alnum:]]+', ' ', 'g');
    runs text;
    pair constant text := '([' || dense || ']{2})';
BEGIN
    IF words !~ ('[' || dense || ']') THEN
        RETURN words;
    END IF;
    runs := pg_catalog.regexp_replace(words, '[^' || dense || ']+', ' ', 'g');
    RETURN pg_catalog.concat_ws(' ',
        pg_catalog.regexp_replace(words, '[' || dense || ']+', ' ', 'g'),
        pg_catalog.regexp_replace(runs, pair, '\1 ', 'g'),
        pg_catalog.regexp_replace(
            pg_catalog.regexp_replace(runs, '(^| )[' || dense || ']', ' ', 'g'), pair, '\1 ', 'g'));
END
$$;

-- Title before summary and tags before content.
CREATE FUNCTION public.conderis_search(state jsonb) RETURNS tsvector
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN setweight(to_tsvector('public.conderis', public.conderis_words(coalesce(state ->> 'title', ''))), 'A')
        || setweight(to_tsvector('public.conderis', public.conderis_words(coalesce(state ->> 'summary', ''))), 'B')
        || setweight(to_tsvector('public.conderis', public.conderis_words(coalesce(state ->> 'tags', ''))), 'B')
        || setweight(to_tsvector('public.conderis', public.conderis_words(coalesce(state ->> 'content', ''))), 'D');

-- The whole text of an item, folded: for parts of words, through trigrams.
CREATE FUNCTION public.conderis_text(state jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.conderis_fold(
        coalesce(state ->> 'title', '') || E'\n' || coalesce(state ->> 'summary', '') || E'\n'
        || coalesce(state ->> 'tags', '') || E'\n' || coalesce(state ->> 'content', ''));
"""

BACKWARDS = """
DROP FUNCTION public.conderis_text, public.conderis_search, public.conderis_words, public.conderis_fold;
DROP TEXT SEARCH CONFIGURATION public.conderis;
"""


class Migration(migrations.Migration):
    initial = True
    dependencies: ClassVar = []
    operations: ClassVar = [
        BtreeGinExtension(),
        UnaccentExtension(),
        TrigramExtension(),
        migrations.RunSQL(FORWARDS, BACKWARDS),
    ]

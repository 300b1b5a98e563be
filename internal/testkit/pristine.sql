-- What a migrated database needs to become as new again without being made anew:
-- what its tables hold from the start, how it is built, and how to go back there.
CREATE SCHEMA pristine;

-- shape tells databases apart that are built differently. It is asked before each
-- test: what is made anew has another number, and what is renamed another name.
CREATE FUNCTION pristine.shape() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ',
        (SELECT concat_ws(',', count(*), sum(oid::bigint), sum(ascii(tgenabled::text))) FROM pg_trigger WHERE NOT tgisinternal),
        (SELECT concat_ws(',', count(*), sum(oid::bigint)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
        (SELECT concat_ws(',', count(*), sum(oid::bigint), sum(hashtext(relname)::bigint)) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
        (SELECT concat_ws(',', count(*), sum(a.atttypid::bigint), sum(a.attnotnull::int), sum(a.attisdropped::int), sum(hashtext(a.attname)::bigint))
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'public'::regnamespace),
        (SELECT concat_ws(',', count(*), sum(xmin::text::bigint)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace))
$$;

CREATE TABLE pristine.built AS SELECT pristine.shape() AS shape;
CREATE TABLE pristine.numbers (name text, last bigint, taken boolean);

DO $$
DECLARE kept record;
BEGIN
    FOR kept IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' LOOP
        EXECUTE format('INSERT INTO pristine.numbers SELECT %L, last_value, is_called FROM public.%I', kept.relname, kept.relname);
    END LOOP;
    FOR kept IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
        EXECUTE format('CREATE TABLE pristine.%I AS TABLE public.%I', kept.relname, kept.relname);
    END LOOP;
END $$;

-- restore shows everybody else out and brings back what was in the tables. It
-- answers false when the database was rebuilt, and then has changed nothing.
CREATE FUNCTION pristine.restore() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    large CONSTANT bigint := 100000; -- bytes; from here on, deleted rows are in the way
    used record;
    full_ones text;
BEGIN
    LOOP
        PERFORM pg_stat_clear_snapshot();
        EXIT WHEN (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()) = 0;
        PERFORM pg_sleep(0.002);
    END LOOP;
    IF (SELECT shape FROM pristine.built) <> pristine.shape() THEN
        RETURN false;
    END IF;
    SET LOCAL session_replication_role = replica; -- no trigger and no reference keeps a row
    SELECT string_agg(oid::regclass::text, ', ') INTO full_ones FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > large;
    IF full_ones IS NOT NULL THEN
        EXECUTE 'TRUNCATE ' || full_ones || ' CASCADE';
    END IF;
    FOR used IN
        SELECT c.relname, kept.oid IS NOT NULL AS filled FROM pg_class c
        LEFT JOIN pg_class kept ON kept.relname = c.relname AND kept.relnamespace = 'pristine'::regnamespace AND kept.relkind = 'r'
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND (pg_relation_size(c.oid) > 0 OR kept.oid IS NOT NULL)
    LOOP
        EXECUTE format('DELETE FROM public.%I', used.relname);
        IF used.filled THEN
            EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE SELECT * FROM pristine.%I', used.relname, used.relname);
        END IF;
    END LOOP;
    PERFORM setval(format('public.%I', name)::regclass, last, taken) FROM pristine.numbers;
    RETURN true;
END $$;

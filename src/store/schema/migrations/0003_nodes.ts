import { type Kysely, sql } from 'kysely'

/**
 * Several processes on one database: who is there and what each may use, who dialled an attempt, and requests counted
 * together. The two tables hold nothing that outlives the processes, so they are not backed up.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table nodes (
    id uuid primary key,
    process_name text not null,
    renewals bigint not null,
    calls_per_second integer not null check (calls_per_second >= 0),
    calls_at_once integer not null check (calls_at_once >= 0),
    in_the_air integer not null check (in_the_air >= 0)
  )`,
  `alter table attempts add column node_id uuid`,
  `create unlogged table request_windows (
    subject text not null,
    window_ms integer not null,
    slots bigint[] not null,
    counts integer[] not null,
    primary key (subject, window_ms)
  )`,
  // Takes up to "wanted" from every window at once: as many as all of them have room for. What was taken is kept by
  // slots of a hundredth of the window and counts until its slot has left it: never laxer than an exact window, and at
  // most a hundredth stricter. In plpgsql each statement sees what was committed while it waited for the row.
  `create function take_from_windows(
    what text, windows integer[], limits integer[], wanted integer, carried integer[], at bigint
  ) returns table (taken integer, used integer, oldest_until bigint) language plpgsql as $$
  declare
    amount integer := wanted;
    kept request_windows;
    kept_windows request_windows[] := '{}';
    own integer;
    slot bigint;
  begin
    for i in 1 .. array_length(windows, 1) loop
      insert into request_windows values (what, windows[i], '{}', '{}') on conflict do nothing;
      select * into kept from request_windows where subject = what and window_ms = windows[i] for update;
      select coalesce(array_agg(s order by s), '{}'), coalesce(array_agg(c order by s), '{}')
        into kept.slots, kept.counts from unnest(kept.slots, kept.counts) as old (s, c) where s + windows[i] > at;
      if carried[i] > 0 then
        kept.slots := kept.slots || at;
        kept.counts := kept.counts || carried[i];
      end if;
      select coalesce(sum(c), 0) into own from unnest(kept.counts) as c;
      amount := least(amount, greatest(0, limits[i] - own));
      kept_windows := kept_windows || kept;
    end loop;
    for i in 1 .. array_length(windows, 1) loop
      kept := kept_windows[i];
      if amount > 0 then
        slot := ceil(at::numeric / (windows[i] / 100)) * (windows[i] / 100);
        if kept.slots[array_length(kept.slots, 1)] = slot then
          kept.counts[array_length(kept.counts, 1)] := kept.counts[array_length(kept.counts, 1)] + amount;
        else
          kept.slots := kept.slots || slot;
          kept.counts := kept.counts || amount;
        end if;
      end if;
      update request_windows set slots = kept.slots, counts = kept.counts
        where subject = what and window_ms = windows[i];
      taken := amount;
      select coalesce(sum(c), 0) into used from unnest(kept.counts) as c;
      oldest_until := kept.slots[1] + windows[i];
      return next;
    end loop;
  end $$`,
]

import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Feature } from '../feature.ts';
import type { Actor } from '../http/context.ts';
import type { Whispers } from './sockets.ts';

const CHANNEL = 'kreide_whispers';

interface Told {
  name: string;
  users: number[];
  payload: unknown;
}

/** The whispers of all features for the sockets: each is told to every process, this one included, and to no table. */
export function joinWhispers(
  features: readonly Pick<Feature, 'whispers'>[],
  { database, clock }: { database: Pick<Database, 'notify'>; clock: Clock },
): Whispers<Actor> {
  const all = features.flatMap(({ whispers = {} }) => Object.entries(whispers));
  return Object.fromEntries(
    all.map(([name, judge]) => [
      name,
      async (actor: Actor, payload: unknown) => {
        if (actor.reads_only) return;
        const heard = await judge(actor, payload, clock.now());
        if (heard && heard.users.length > 0) await database.notify(CHANNEL, JSON.stringify({ name, ...heard }));
      },
    ]),
  );
}

/** Passes on what is whispered in any process to the connections of this one. */
export function passWhispers(
  database: Pick<Database, 'listen'>,
  emit: (users: readonly number[], name: string, payload: unknown) => void,
) {
  return database.listen(CHANNEL, (notice) => {
    const { name, users, payload } = JSON.parse(notice) as Told;
    emit(users, name, payload);
  });
}

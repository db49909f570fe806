import type { Actor } from '../../kernel/context.ts';

/** Actors that one process remembers at most: about twice the people who are online at once in a large installation. */
const ACTORS_MAXIMUM = 20_000;

export interface RememberedActor {
  actor: Actor;
  /** When the access token ends, epoch ms. */
  until: number;
}

/**
 * Actors by access token. Tokens that ended leave with the next one that is remembered, since most of them are never shown again, and the
 * oldest leave when there are too many: the database knows them still.
 */
export function createActorMemory(maximum = ACTORS_MAXIMUM) {
  const actors = new Map<string, RememberedActor>();

  /** The token that was remembered longest ago, if it has to leave. */
  function leaving(now: number): string | undefined {
    const [oldest] = actors;
    return oldest && (actors.size > maximum || oldest[1].until <= now) ? oldest[0] : undefined;
  }

  return {
    /** The actor of a token that has not ended; null once it has. */
    get(token: string, now: number): Actor | null | undefined {
      const known = actors.get(token);
      if (!known || known.until > now) return known?.actor;
      actors.delete(token);
      return null;
    },

    set(token: string, remembered: RememberedActor, now: number): void {
      actors.delete(token);
      actors.set(token, remembered);
      for (let token = leaving(now); token !== undefined; token = leaving(now)) actors.delete(token);
    },

    forgetUser(userId: number): void {
      for (const [token, { actor }] of actors) if (actor.user_id === userId) actors.delete(token);
    },

    /** Every token that ended, also behind one that lives on. */
    prune(now: number): void {
      for (const [token, { until }] of actors) if (until <= now) actors.delete(token);
    },

    clear: () => actors.clear(),
    size: () => actors.size,
  };
}

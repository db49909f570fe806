import type { Actor } from '../../kernel/http/context.ts';

/** Maximum number of actors cached in one process: about twice the people online at once in a large installation. */
const ACTORS_MAXIMUM = 20_000;

export interface RememberedActor {
  actor: Actor;
  /** Until when this is true: the token expires, or something else begins, epoch ms. */
  until: number;
}

/**
 * A cache of actors by access token. Expired tokens are evicted when the next one is added, since most of them are
 * never used again; the oldest are evicted when there are too many: the database still has them.
 */
export function createActorMemory(maximum = ACTORS_MAXIMUM) {
  const actors = new Map<string, RememberedActor>();

  /** The token that was cached longest ago, if it has to be evicted. */
  function leaving(now: number): string | undefined {
    const [oldest] = actors;
    return oldest && (actors.size > maximum || oldest[1].until <= now) ? oldest[0] : undefined;
  }

  return {
    /** The actor of a token; undefined: not known, or no longer, and to be asked of the database. */
    get(token: string, now: number): Actor | undefined {
      const known = actors.get(token);
      if (!known || known.until > now) return known?.actor;
      actors.delete(token);
      return undefined;
    },

    set(token: string, remembered: RememberedActor, now: number): void {
      actors.delete(token);
      actors.set(token, remembered);
      for (let token = leaving(now); token !== undefined; token = leaving(now)) actors.delete(token);
    },

    forgetUser(userId: number): void {
      for (const [token, { actor }] of actors) if (actor.user_id === userId) actors.delete(token);
    },

    /** Every expired token, including those behind one that is still valid. */
    prune(now: number): void {
      for (const [token, { until }] of actors) if (until <= now) actors.delete(token);
    },

    clear: () => actors.clear(),
    size: () => actors.size,
  };
}

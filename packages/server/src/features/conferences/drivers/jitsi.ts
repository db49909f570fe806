import { createHmac } from 'node:crypto';
import { ROOM_HOURS } from '@kreide/core/features/conferences';
import type { RoomServer } from '../../../kernel/config/conference-config.ts';
import type { RoomDriver } from './room-driver.ts';

type Settings = Extract<RoomServer, { kind: 'jitsi' }>;

/** How far the clocks of the two servers may be apart, seconds. */
const SKEW_SECONDS = 30;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as Jitsi's `token` authentication wants it: JWT, HS256 (lib-jitsi-meet, notes on tokens). */
export function toJitsiToken(secret: string, claims: Readonly<Record<string, unknown>>): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Rooms on a Jitsi server: they are there as long as somebody is, and the server does not say when that ends. */
export function createJitsiDriver({ url, appId, secret }: Settings): RoomDriver {
  const domain = new URL(url).hostname.toLowerCase();
  return {
    async enter({ room, name }, guest, now) {
      const seconds = Math.floor(now.getTime() / 1000);
      const jwt = toJitsiToken(secret, {
        iss: appId,
        aud: appId,
        sub: domain,
        room,
        iat: seconds,
        nbf: seconds - SKEW_SECONDS,
        exp: seconds + ROOM_HOURS * 3600,
        // Everything as text: `null` is refused. Servers ask for the one or the other.
        context: {
          user: {
            id: String(guest.id),
            name: guest.name,
            affiliation: guest.leads ? 'owner' : 'member',
            moderator: String(guest.leads),
          },
        },
      });
      return `${url}/${room}?${new URLSearchParams({ jwt })}#config.subject=${encodeURIComponent(JSON.stringify(name))}`;
    },
    isRunning: async () => null,
    close: async () => {},
  };
}

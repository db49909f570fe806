import { createHmac } from 'node:crypto';
import type { ConferenceNotice, ConferenceProvider } from '@kreide/core/features/conferences';
import type { ConferenceSettings } from '../../kernel/config/conference-config.ts';

/** How long a password for a TURN server works, hours: one for each person and conference. */
const TURN_HOURS = 6;

export interface IceServer {
  urls: string[];
  username?: string;
  credential?: string;
}

const isTurn = (url: string) => /^turns?:/i.test(url);

/** Is there a server through which browsers meet that do not find each other by themselves? */
export const hasRelay = ({ ice }: Pick<ConferenceSettings, 'ice'>): boolean => ice.some(isTurn);

/** What the administration of a school should know before such a conference begins. */
export function noticesFor(
  settings: Pick<ConferenceSettings, 'ice'>,
  provider: ConferenceProvider,
): ConferenceNotice[] {
  if (provider === 'mesh') return hasRelay(settings) ? [] : ['noRelay'];
  return provider === 'jitsi' ? ['allModerate'] : [];
}

/**
 * The servers by which a browser finds the others. The password of a TURN server is made of the secret that it shares with
 * this one (draft-uberti-behave-turn-rest-00), and ends by itself.
 */
export function iceServersFor({ ice, turnSecret }: ConferenceSettings, userId: number, now: Date): IceServer[] {
  const stun = ice.filter((url) => !isTurn(url));
  const turn = ice.filter(isTurn);
  const servers: IceServer[] = stun.length === 0 ? [] : [{ urls: stun }];
  if (turn.length === 0) return servers;
  if (turnSecret === null) return [...servers, { urls: turn }];
  const username = `${Math.floor(now.getTime() / 1000) + TURN_HOURS * 3600}:${userId}`;
  const credential = createHmac('sha1', turnSecret).update(username).digest('base64');
  return [...servers, { urls: turn, username, credential }];
}

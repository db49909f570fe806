import { createHash } from 'node:crypto';
import type { RoomServer } from '../../../kernel/config/conference-config.ts';
import { type RoomDriver, RoomServerError } from './room-driver.ts';

type Settings = Extract<RoomServer, { kind: 'bbb' }>;
type Answer = ReadonlyMap<string, string>;

const TIMEOUT_MS = 10_000;
const NAME_MINIMUM = 2;
const NAME_MAXIMUM = 64;

/** A name as the server takes it: 2 to 64 characters. */
const toName = (text: string): string => [...text.trim()].slice(0, NAME_MAXIMUM).join('').padEnd(NAME_MINIMUM, '.');

/**
 * The address of a call: the checksum is the hash of the name of the call, the query exactly as it is sent, and the secret
 * (API reference of BigBlueButton).
 */
export function toBbbUrl(
  { url, secret, hash }: Settings,
  call: string,
  values: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(values).toString();
  const checksum = createHash(hash).update(`${call}${query}${secret}`).digest('hex');
  return `${url}/${call}?${query}${query === '' ? '' : '&'}checksum=${checksum}`;
}

/**
 * The plain values of an answer, the first of each name: those of the room stand before those of the people in it, and
 * what people typed is escaped, so that nothing of it is taken for a value.
 */
export function readValues(xml: string): Answer {
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g))
    if (!values.has(name)) values.set(name, value);
  return values;
}

/** Rooms on a BigBlueButton server. */
export function createBbbDriver(settings: Settings): RoomDriver {
  async function ask(call: string, values: Readonly<Record<string, string>>): Promise<Answer> {
    const answer = await fetch(toBbbUrl(settings, call, values), {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      // The cause names the address, and with it the checksum.
      throw new RoomServerError(`${call}: no answer (${cause instanceof Error ? cause.name : 'unknown'})`);
    });
    if (!answer.ok) throw new RoomServerError(`${call}: status ${answer.status}`);
    return readValues(await answer.text());
  }

  /** What a call says; `notFound` where the room is not there. */
  async function call(name: string, values: Readonly<Record<string, string>>): Promise<Answer | 'notFound'> {
    const answer = await ask(name, values);
    if (answer.get('returncode') === 'SUCCESS') return answer;
    if (answer.get('messageKey') === 'notFound') return 'notFound';
    throw new RoomServerError(`${name}: ${answer.get('messageKey') ?? 'not understood'}`);
  }

  return {
    async enter({ room, name, endedUrl, pageUrl }, guest) {
      // Twice the same makes one room, so nobody finds it closed who comes late.
      const created = await call('create', {
        meetingID: room,
        name: toName(name),
        meetingEndedURL: endedUrl,
        logoutURL: pageUrl,
        record: 'false',
        autoStartRecording: 'false',
        allowStartStopRecording: 'false',
      });
      const createTime = created === 'notFound' ? undefined : created.get('createTime');
      if (createTime === undefined) throw new RoomServerError('create: not understood');
      return toBbbUrl(settings, 'join', {
        meetingID: room,
        fullName: toName(guest.name),
        userID: String(guest.id),
        role: guest.leads ? 'MODERATOR' : 'VIEWER',
        createTime,
        redirect: 'true',
      });
    },
    async isRunning(room) {
      const info = await call('getMeetingInfo', { meetingID: room });
      if (info === 'notFound') return false;
      return info.get('hasBeenForciblyEnded') !== 'true' && (info.get('endTime') ?? '0') === '0';
    },
    async close(room) {
      await call('end', { meetingID: room });
    },
  };
}

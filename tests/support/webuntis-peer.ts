import type { ServerResponse } from 'node:http';
import { type SeenRequest, startScriptedServer } from './scripted-server.ts';

/** An element of a period as WebUntis writes it. */
export interface PeerElement {
  id: number;
  name?: string;
  orgid?: number;
  orgname?: string;
}

export interface PeerPeriod {
  id: number;
  date: number;
  startTime: number;
  endTime: number;
  kl: PeerElement[];
  te: PeerElement[];
  su: PeerElement[];
  ro: PeerElement[];
  [more: string]: unknown;
}

type Answer = unknown | ((params: Record<string, never>) => unknown);

export interface WebUntisPeer extends AsyncDisposable {
  url: string;
  /** What the server under test needs to reach it. */
  env: Record<string, string>;
  /** Results by method; a function gets the parameters. */
  results: Record<string, Answer>;
  /** Error codes by method, instead of a result. */
  errors: Record<string, number>;
  /** Periods of each class, by its number. */
  periods: Record<number, PeerPeriod[]>;
  account: { user: string; password: string };
  /** Methods in the order in which they were called. */
  called: string[];
  /** Every request as it came over the wire. */
  seen: SeenRequest[];
  /** Ends every session: the next call is refused. */
  expire(): void;
  /** Ends the session before the call with this number, counted from now. */
  expireBefore(call: number): void;
  /** Sessions that nobody has ended. */
  open(): number;
  /** Answers instead of the interface, while it is not null. */
  instead: ((response: ServerResponse, request: SeenRequest) => void) | null;
}

class PeerError {
  readonly code: number;
  constructor(code: number) {
    this.code = code;
  }
}
/** What a function among the results answers instead of one. */
export const peerError = (code: number) => new PeerError(code);

export const PEER_SCHOOL = 'Gymnasium am Wald';

const element = (id: number, name: string) => ({ id, name });
const CLASSES = [element(11, '5a'), element(12, '5b')];
const TEACHERS = [element(21, 'Ab'), element(22, 'Zi')];
const SUBJECTS = [element(31, 'MA'), element(32, 'DE'), element(33, 'SP')];
const ROOMS = [element(41, '101'), element(42, 'TH')];

/** A period as it goes as planned. */
export function aPeriod(
  date: number,
  [startTime, endTime]: readonly [number, number],
  [kl, te, su, ro]: readonly [number[], number, number, number],
  more: Partial<PeerPeriod> = {},
): PeerPeriod {
  const of = (all: PeerElement[], ids: number[]) => all.filter(({ id }) => ids.includes(id)).map((one) => ({ ...one }));
  return {
    id: date + startTime,
    date,
    startTime,
    endTime,
    lsnumber: su * 100,
    kl: of(CLASSES, kl),
    te: of(TEACHERS, [te]),
    su: of(SUBJECTS, [su]),
    ro: of(ROOMS, [ro]),
    ...more,
  };
}

/** What a real server writes for a school of two classes with three weeks of lessons. */
function usualResults(): Record<string, Answer> {
  return {
    getLatestImportTime: 1_794_000_000_000,
    getSchoolyears: [
      { id: 8, name: '2025/2026', startDate: 20250901, endDate: 20260731 },
      { id: 9, name: '2026/2027', startDate: 20260801, endDate: 20270715 },
    ],
    getCurrentSchoolyear: { id: 9, name: '2026/2027', startDate: 20260801, endDate: 20270715 },
    getKlassen: CLASSES.map((one) => ({ ...one, longName: `Klasse ${one.name}`, active: true })),
    getTeachers: TEACHERS.map((one) => ({ ...one, foreName: '', longName: one.name === 'Ab' ? 'Abel' : 'Zimmer' })),
    getSubjects: SUBJECTS.map((one) => ({ ...one, longName: one.name, backColor: 'ff8800' })),
    getRooms: ROOMS.map((one) => ({ ...one, longName: one.name === 'TH' ? 'Turnhalle' : 'Raum 101' })),
    getTimegridUnits: [2, 3, 4, 5, 6].map((day) => ({
      day,
      timeUnits: [
        { name: '1', startTime: 800, endTime: 845 },
        { name: '2', startTime: 855, endTime: 940 },
      ],
    })),
    getHolidays: [{ id: 1, name: 'WF', longName: 'Weihnachtsferien', startDate: 20261221, endDate: 20270102 }],
    getSubstitutions: [],
    logout: null,
  };
}

/** The plan of the two classes: mathematics together on Monday, German of 5a on Tuesday. */
function usualPeriods(): Record<number, PeerPeriod[]> {
  const mondays = [20261116, 20261123, 20261130];
  const shared = mondays.map((date) => aPeriod(date, [800, 845], [[11, 12], 21, 31, 41]));
  const german = [20261117, 20261124, 20261201].map((date) => aPeriod(date, [855, 940], [[11], 22, 32, 41]));
  return { 11: [...shared, ...german], 12: shared };
}

/** A conformance peer of WebUntis on loopback: its protocol with ids, cookie, error codes and sessions that end. */
export async function startWebUntisPeer(): Promise<WebUntisPeer> {
  const sessions = new Set<string>();
  const called: string[] = [];
  let made = 0;
  let until: number | null = null;
  const say = (response: ServerResponse, body: object, cookie?: string) =>
    response
      .writeHead(200, { 'content-type': 'application/json', ...(cookie ? { 'set-cookie': cookie } : {}) })
      .end(JSON.stringify(body));

  const server = await startScriptedServer((request, response) => {
    if (peer.instead) return peer.instead(response, request);
    const url = new URL(request.path, 'http://peer');
    if (request.method !== 'POST' || url.pathname !== '/WebUntis/jsonrpc.do')
      return void response.writeHead(404).end('<html>not here</html>');
    const { id, method, params, jsonrpc } = JSON.parse(request.body);
    called.push(method);
    const refuse = (code: number) => say(response, { jsonrpc: '2.0', id, error: { code, message: 'no' } });
    if (jsonrpc !== '2.0' || typeof id !== 'string') return void refuse(-32600);
    if (url.searchParams.get('school') !== PEER_SCHOOL) return void refuse(-8500);
    if (method === 'authenticate') {
      const isRight = params.user === peer.account.user && params.password === peer.account.password;
      if (peer.errors.authenticate) return void refuse(peer.errors.authenticate);
      if (!isRight) return void refuse(-8504);
      made += 1;
      const session = `SESSION${made}`;
      sessions.add(session);
      const result = { sessionId: session, personType: 2, personId: 21, klasseId: 0 };
      return void say(response, { jsonrpc: '2.0', id, result }, `JSESSIONID=${session}; Path=/WebUntis; HttpOnly`);
    }
    if (until !== null && until-- <= 0) {
      until = null;
      sessions.clear();
    }
    const session = /JSESSIONID=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    if (!sessions.has(session)) return void refuse(-8520);
    if (method === 'logout') sessions.delete(session);
    const code = peer.errors[method];
    if (code !== undefined) return void refuse(code);
    if (!(method in peer.results)) return void refuse(-32601);
    const answer = peer.results[method];
    const result = typeof answer === 'function' ? answer(params) : answer;
    if (result instanceof PeerError) return void refuse(result.code);
    return void say(response, { jsonrpc: '2.0', id, result });
  });

  const peer: WebUntisPeer = {
    url: server.url,
    called,
    seen: server.seen,
    instead: null,
    errors: {},
    env: { KREIDE_OUTBOUND_ALLOW: `127.0.0.1 ${server.url}` },
    results: {
      ...usualResults(),
      getTimetable: ({ options }: { options: { element: { id: number }; startDate: number; endDate: number } }) =>
        (peer.periods[options.element.id] ?? []).filter(
          ({ date }) => date >= options.startDate && date <= options.endDate,
        ),
    },
    periods: usualPeriods(),
    account: { user: 'plan', password: 'geheim-ß' },
    expire: () => sessions.clear(),
    expireBefore: (call) => {
      until = call;
    },
    open: () => sessions.size,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return peer;
}

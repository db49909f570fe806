import { endpointsOf } from '@kreide/core/contract';
import { isChanging } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalChannelOf } from '../support/global-channel.ts';
import { buildSchool, buildUser, PASSWORD } from '../support/people.ts';
import { NOTHING_PUBLIC } from '../support/public-access.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../support/server.ts';

/** Changing calls that are not recorded, with the reason. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'auth.refresh': 'carries a session on; its beginning and its end are recorded',
  'auth.requestPasswordReset': 'the link that it makes is recorded, if it makes one',
  'auth.preparePasskey': 'asks a question, whose answer is recorded',
  'auth.requestPasskey': 'the same',
  'auth.sendSecondStepCode': 'belongs to a sign-in that is recorded once it is done',
  'auth.forgottenEmail': 'asks for help and changes nothing; the administrators are told',
  'auth-drivers.begin':
    'belongs to a sign-in that is recorded once it is done; the browser keeps what it was begun with',
  'auth-drivers.finishTrial': 'keeps for a quarter of an hour what a service has answered, and changes nothing',
  'auth-drivers.testDriver': 'asks the service and changes nothing',
  'authenticator.create': 'the two-factor service knows neither people nor schools',
  'authenticator.listCodes': 'the same; it changes nothing',
  'authenticator.remove': 'the same',
  'calendar.answer': 'what somebody answers stands at the event, for as long as they want',
  'calendar.setReminders': 'when somebody wants to be reminded is nobody’s business',
  'calendar.setUsualReminders': 'the same',
  'calendar.tryImport': 'keeps for a day what stands in a file, and changes nothing',
  'channels.archive': 'how somebody has their own list is nobody’s business',
  'channels.mute': 'the same',
  'channels.pin': 'the same',
  'channels.unarchive': 'the same',
  'chat.edit': 'a message says itself that it was changed; what people write stands in no log',
  'chat.knock': 'the same',
  'chat.react': 'how somebody has reacted stands at the message, for as long as they want',
  'chat.read': 'what somebody has read is nobody’s business',
  'chat.send': 'what people write stands in no log',
  'chat.sendVoice': 'the same',
  'chat.setPinned': 'how somebody has their own list is nobody’s business',
  'chat.setUnread': 'the same',
  'cloud.beginUpload': 'belongs to nothing before it is whole, which is recorded',
  'cloud.discardUpload': 'forgets what was never a file',
  'help.missFaq': 'counts a search of nobody',
  'help.sendFeedback': 'what people write stands in no log',
  'help.voteDown': 'whether an article has helped somebody is theirs to say and to change',
  'help.voteUp': 'the same',
  'planner.readHolidays': 'keeps nothing of the file that it reads',
  'news.confirm': 'that somebody has read an item is kept with the item, with its time',
  'news.upload': 'belongs to nothing before an item carries it, which is recorded',
  'conferences.giveFeedback': 'what somebody says about a conference is theirs to change and to take back',
  'conferences.join': 'who comes and goes is seen in the conference, and stands in no log',
  'conferences.leave': 'the same',
  'conferences.removeFeedback': 'what somebody says about a conference is theirs to change and to take back',
  'conferences.setPresence': 'who comes and goes is seen in the conference, and stands in no log',
  'conferences.signal': 'browsers find each other by it; it changes nothing',
  'notifications.markSeen': 'what somebody has read is nobody’s business',
  'notifications.markUnseen': 'the same',
  'registration.checkEmail': 'changes nothing; a body keeps the address out of logs',
  'registration.checkUsername': 'the same',
  'registration.checkChild': 'the same',
  'surveys.revoke': 'the same as surveys.vote',
  'surveys.send': 'a message says itself what it carries; that the survey was made is recorded',
  'surveys.vote': 'a row with a time would say who gave which answer to an anonymous survey',
  'timetable.setCourseColor': 'how a plan looks to somebody is nobody’s business',
  'timetable.setFavourite': 'whose plan somebody likes to look at is nobody’s business',
  'timetable-import.checkWebUntis': 'signs in elsewhere and out again, and changes nothing here',
  'timetable-import.syncSchool': 'tells a program what it needs, and changes nothing',
  'user-import.readUsers': 'keeps nothing of the list that it reads',
  'activation-letters.tryLetters': 'counts who would get a letter, and makes no code',
  'users.tryPeopleChange': 'counts whom a change would concern, and changes nobody',
  'user-import.tryRevertBulk': 'works out what taking back would do, and changes nobody',
  'usage.count': 'what somebody uses is nobody’s business: it is counted without a name, and only with consent',
  'users.createView': 'how somebody looks for people is nobody’s business',
  'users.removeView': 'the same',
  'users.updateView': 'the same',
  'users.updateProperties': 'so is which hints somebody has put away',
};

let server: TestServer;
let school: Awaited<ReturnType<typeof buildSchool>>;
let admin: { id: number };

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(server.test.database.kysely, 'amsel');
  admin = await buildUser(server.test.database.kysely, school.id, 'admin', 'ADMIN');
});
afterAll(() => server.stop());

const signIn = (password: string, username = 'admin') =>
  server.request('POST', '/v1/auth/login', {
    body: { slink: 'amsel', username, password, stayLoggedIn: false, is_native: true },
  });
const rows = () => server.test.database.kysely.selectFrom('audit_log').selectAll().orderBy('seq').execute();
const DRAFT = { title: 'Trip', content: '<p>By bus</p>', is_pinned: false, is_official: false, is_public: false };

it('every endpoint that changes something is recorded, or is known not to be [D-4.11]', () => {
  const silent = endpointsOf().filter(({ endpoint }) => isChanging(endpoint) && endpoint.audit === undefined);
  expect(silent.map(({ name }) => name).toSorted()).toEqual(Object.keys(UNRECORDED).toSorted());
});

describe('the audit log', () => {
  it('records sign-ins and failures with the address, but nothing of the password or of unknown names [D-4.11]', async () => {
    expect((await signIn('wrong-secret')).status).toBe(422);
    expect((await signIn('wrong-secret', 'nobody')).status).toBe(422);
    expect((await signIn(PASSWORD)).status).toBe(200);
    const found = await rows();
    expect(found).toMatchObject([
      { origin: 'visitor', user_id: null, address: '127.0.0.1', action: 'auth.signInFailed', entity_id: `${admin.id}` },
      { origin: 'visitor', user_id: admin.id, action: 'auth.signIn', at: new Date(TEST_NOW).toISOString() },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/wrong-secret|nobody/);
  });

  it('records a change with its call and what differs, and nothing when the call is refused [D-4.11]', async () => {
    const token = (await signIn(PASSWORD)).body.access_token;
    const before = (await rows()).length;
    const channels = [await globalChannelOf(server.test.database.kysely, school.id)];
    const body = { ...DRAFT, publish_at: null, channels };
    const made = await server.request('POST', '/v1/channels/news', { token, body });
    expect(made.status).toBe(200);
    const { id, updated_at } = made.body.data;
    const change = (change: object) => server.request('PUT', `/v1/channels/news/${id}`, { token, body: change });
    expect((await change({ ...DRAFT, publish_at: null, updated_at, title: ' ' })).status).toBe(422);
    expect((await change({ ...DRAFT, publish_at: made.body.data.publish_at, updated_at, title: 'Trips' })).status).toBe(
      200,
    );
    const found = (await rows()).slice(before);
    expect(found).toMatchObject([
      { origin: 'session', user_id: admin.id, action: 'news.create', entity: 'news', entity_id: `${id}`, before: null },
      { action: 'news.update', before: { title: 'Trip' }, after: { title: 'Trips' } },
    ]);
    expect(found[0]?.request_id).toMatch(/./);
    expect(Object.keys(found[1]?.after ?? {})).toEqual(['title']);
  });

  it('records what a school makes public [D-4.11]', async () => {
    const token = (await signIn(PASSWORD)).body.access_token;
    const body = { ...NOTHING_PUBLIC, monitor: true };
    expect((await server.request('PUT', `/v1/schools/${school.id}/public-access`, { token, body })).status).toBe(200);
    expect((await rows()).at(-1)).toMatchObject({
      action: 'schools.publicAccess',
      entity: 'schools',
      entity_id: `${school.id}`,
      before: { monitor: false },
      after: { monitor: true },
    });
  });
});

import type { Comparison } from '@kreide/core/features/doubles';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Doubles, startDoubles } from '../../../../../tests/support/doubles.ts';
import type { BuiltUser } from '../../../../../tests/support/people.ts';
import { FORMER_SUBJECT } from '../auth-drivers/queries.ts';
import { findFormer, listFormerKeys } from '../users/index.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.server.stop());

async function writeIn(author: BuiltUser) {
  const { put, run } = doubles;
  const channel = await put('channels', { type: 'CUSTOM', name: `Channel of ${author.id}` });
  const chat =
    (await run('select id from chats where school_id = $1 and channel_id = $2', [channel.id]))[0] ??
    (await put('chats', { channel_id: channel.id }));
  for (const seq of [1, 2])
    await put('messages', { chat_id: chat.id, seq, user_id: author.id, type: 'MESSAGE', change_seq: seq });
  return { channel: Number(channel.id), chat: Number(chat.id) };
}

it('two who are in one channel are the stronger of both in it [T-7.101]', async () => {
  const { run, make, merge, put } = doubles;
  const [from, into] = [await make(), await make()];
  const member = { read_seq: 0, visible_from_seq: 0, method: 'added' };
  const gone = '2026-11-01T08:00:00.000Z';
  const both: [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>][] = [
    [
      { is_admin: true, read_seq: 5, visible_from_seq: 3 },
      { is_muted: true, read_seq: 2, visible_from_seq: 1 },
      { is_admin: true, is_muted: true, read_seq: 5, visible_from_seq: 1, left_at: null },
    ],
    [
      { visible_from_seq: 1, read_seq: 2 },
      { visible_from_seq: 4, read_seq: 6 },
      { visible_from_seq: 1, read_seq: 6 },
    ],
    [{ visible_from_seq: 1 }, { left_at: gone, visible_from_seq: 0 }, { left_at: null, visible_from_seq: 1 }],
    [{ left_at: gone, is_muted: true }, {}, { left_at: null, is_muted: false }],
    [{ left_at: gone, barred_at: gone }, { left_at: gone }, { left_at: gone, barred_at: gone }],
  ];
  const channels = [];
  for (const [his, own] of both) {
    const { id } = await put('channels', { type: 'CUSTOM', name: 'Both' });
    await put('channel_members', { ...member, channel_id: id, user_id: from.id, ...his });
    await put('channel_members', { ...member, channel_id: id, user_id: into.id, ...own });
    channels.push(id);
  }
  expect((await merge(from, into)).status).toBe(200);
  const members = await run(
    'select * from channel_members where school_id = $1 and channel_id = any($2) order by channel_id',
    [channels],
  );
  expect(members).toMatchObject(both.map(([, , wanted]) => ({ ...wanted, user_id: into.id })));
});

it('what is said of a message, and reports of it, name the one who stays', async () => {
  const { school, make, merge, put, rowsOf } = doubles;
  const [from, into, third] = [await make(), await make(), await make()];
  const { channel, chat } = await writeIn(from);
  await put('message_reactions', { chat_id: chat, seq: 1, user_id: from.id, reaction: 'heart' });
  await put('message_reactions', { chat_id: chat, seq: 1, user_id: into.id, reaction: 'sad' });
  await put('message_reactions', { chat_id: chat, seq: 2, user_id: from.id, reaction: 'thanks' });
  for (const [place, { id }] of [from, into].entries())
    await put('message_mentions', { chat_id: chat, seq: 1, place: place * 5, length: 4, user_id: id });
  const snapshot = JSON.stringify([
    { user_id: third.id, content: 'before' },
    { user_id: from.id, content: 'it' },
  ]);
  const report = { channel_id: channel, chat_id: chat, author_id: from.id, snapshot };
  const of = { ...report, reporter_id: third.id };
  await put('message_reports', { ...of, seq: 1 });
  const decided = { state: 'DISMISSED', decided_at: '2026-11-18T09:00:00Z', decided_by: school.people.admin.id };
  await put('message_reports', { ...report, author_id: third.id, seq: 1, reporter_id: from.id, ...decided });
  for (const [{ id }, seq] of [
    [from, 1],
    [into, 1],
    [from, 2],
  ] as const)
    await put('message_reports', { ...report, author_id: third.id, seq, reporter_id: id });
  expect((await merge(from, into)).status).toBe(200);
  expect(await rowsOf('message_reactions', into, 'seq::int, reaction')).toEqual([
    { seq: 1, reaction: 'sad' },
    { seq: 2, reaction: 'thanks' },
  ]);
  expect(await rowsOf('message_mentions', into, 'place')).toHaveLength(2);
  const [kept] = await rowsOf('message_reports', third, 'author_id::int, snapshot', 'reporter_id');
  expect(kept.author_id).toBe(into.id);
  expect(kept.snapshot).toMatchObject([
    { user_id: third.id, content: 'before' },
    { user_id: into.id, content: 'it' },
  ]);
  expect(await rowsOf('message_reports', into, 'seq::int, state', 'reporter_id')).toEqual(
    expect.arrayContaining([
      { seq: 1, state: 'DISMISSED' },
      { seq: 1, state: 'OPEN' },
      { seq: 2, state: 'OPEN' },
    ]),
  );
  expect(await rowsOf('message_reports', into, 'seq', 'reporter_id')).toHaveLength(3);
});

it('who voted with both has one vote, and where nobody can tell whose it is, both count', async () => {
  const { run, make, merge, put, rowsOf } = doubles;
  const [from, into] = [await make(), await make()];
  const ids: number[] = [];
  for (const [is_anonymous, voters] of [
    [false, [from, into]],
    [true, [from, into]],
    [false, [from]],
  ] as const) {
    const { id } = await put('surveys', { is_anonymous, votes_count: voters.length, results_visibility: 'none' });
    const question = await put('survey_questions', { survey_id: id, type: 'freetext' });
    for (const voter of voters) {
      await put('survey_participations', { survey_id: id, user_id: voter.id });
      const vote = { survey_id: id, is_anonymous, question_id: question.id, text: voter.username };
      await put('survey_votes', is_anonymous ? vote : { ...vote, user_id: voter.id });
    }
    ids.push(id);
  }
  expect((await merge(from, into)).status).toBe(200);
  const counts = await run(
    `select votes_count, (select count(*)::int from survey_votes v where v.school_id = $1 and v.survey_id = s.id) as votes,
      (select count(*)::int from survey_participations p where p.school_id = $1 and p.survey_id = s.id) as people
    from surveys s where school_id = $1 and id = any($2) order by id`,
    [ids],
  );
  expect(counts).toEqual([
    { votes_count: 1, votes: 1, people: 1 },
    { votes_count: 2, votes: 2, people: 1 },
    { votes_count: 1, votes: 1, people: 1 },
  ]);
  expect(await rowsOf('survey_votes', into, 'text')).toEqual(
    [{ text: from.username }, { text: into.username }].toSorted((a, b) => a.text.localeCompare(b.text)),
  );
});

it('two absences of one time are one, with what is known of either; others stay', async () => {
  const { school, run, make, merge, put } = doubles;
  const [from, into] = [await make(), await make()];
  const day = { begins_at: '2026-11-18T07:00:00Z', ends_at: '2026-11-18T12:00:00Z' };
  const absence = { ...day, school_year_id: school.school.yearId, type_id: 'sick', source: 'parent' };
  const read = { read_at: '2026-11-18T09:00:00Z', read_by: school.people.teacher.id };
  const gone = await put('absences', { ...absence, user_id: from.id, excuse_note: 'A letter', ...read });
  await put('absences', { ...absence, user_id: into.id, comment: 'Fever' });
  await put('absences', { ...absence, user_id: from.id, type_id: 'doctor' });
  expect((await merge(from, into)).status).toBe(200);
  const there = await run(
    `select type_id, comment, excuse_note, read_by::int from absences
    where school_id = $1 and user_id = $2 and deleted_at is null order by type_id`,
    [into.id],
  );
  expect(there).toEqual([
    { type_id: 'doctor', comment: null, excuse_note: null, read_by: null },
    { type_id: 'sick', comment: 'Fever', excuse_note: 'A letter', read_by: read.read_by },
  ]);
  const removed = 'select 1 from absences where school_id = $1 and id = $2 and deleted_at is not null';
  expect(await run(removed, [gone.id])).toHaveLength(1);
});

it('what both have once of news, events, choices and notices they have once, and the later answer counts', async () => {
  const { school, run, make, ask, merge, put, rowsOf } = doubles;
  const [from, into, third] = [await make(), await make(), await make()];
  const [first, second] = [await put('news', {}), await put('news', {})];
  for (const [{ id }, news, via] of [
    [from, first, 'paper'],
    [into, first, 'app'],
    [from, second, 'mail'],
  ] as const) {
    await put('news_confirmations', { news_id: news.id, user_id: id, via });
    await put('news_audience', { news_id: news.id, user_id: id });
  }
  const event = () => put('calendar_events', { category: 'TRIP', user_id: third.id });
  const events = [await event(), await event(), await event()];
  const [early, late] = ['2026-11-02T08:00:00Z', '2026-11-03T08:00:00Z'];
  for (const [at, [his, own]] of [
    [late, early],
    [early, late],
    [early, null],
  ].entries()) {
    const event_id = events[at].id;
    await put('calendar_event_users', { event_id, user_id: from.id });
    await put('calendar_event_answers', { event_id, user_id: from.id, answer: 'no', answered_at: his });
    if (!own) continue;
    await put('calendar_event_users', { event_id, user_id: into.id });
    await put('calendar_event_answers', { event_id, user_id: into.id, answer: 'yes', answered_at: own });
  }
  const choice = await put('choices', { who: 'pupils', opens_at: early, closes_at: late });
  const options = [];
  for (const place of [0, 1]) options.push(await put('choice_options', { choice_id: choice.id, place }));
  const wish = { choice_id: choice.id, rank: 0 };
  await put('choice_wishes', { ...wish, user_id: into.id, option_id: options[0].id });
  await put('choice_wishes', { ...wish, user_id: from.id, option_id: options[1].id });
  await put('choice_wishes', { ...wish, user_id: from.id, option_id: options[0].id, rank: 1 });
  await put('choice_places', { choice_id: choice.id, user_id: from.id, option_id: options[1].id });
  await put('choice_places', { choice_id: choice.id, user_id: into.id, option_id: null });
  const entry = await put('classbook_entries', { school_year_id: school.school.yearId });
  const later = await put('classbook_entries', { school_year_id: school.school.yearId, hour: '2' });
  for (const [{ id }, { id: entry_id }, minutes, marked_at] of [
    [from, entry, 1, late],
    [into, entry, 2, early],
    [from, later, 3, early],
    [into, later, 4, late],
  ] as const)
    await put('classbook_marks', { entry_id, user_id: id, kind: 'absent', minutes, marked_at });
  const notice = { school_year_id: school.school.yearId, entry_id: entry.id, category: 'praise' };
  await put('classbook_notices', { ...notice, user_ids: [from.id, into.id] });
  await put('classbook_notices', { ...notice, user_ids: [third.id, from.id] });
  const { counts } = (await ask('GET', `/${from.id}/${into.id}`)).body.data as Comparison;
  expect(counts).toEqual(
    expect.arrayContaining([
      { kind: 'news', people: [2, 1] },
      { kind: 'calendar', people: [3, 2] },
      { kind: 'classbook', people: [4, 3] },
    ]),
  );
  expect((await merge(from, into)).status).toBe(200);
  expect(await rowsOf('news_confirmations', into, 'news_id, via')).toEqual([
    { news_id: first.id, via: 'app' },
    { news_id: second.id, via: 'mail' },
  ]);
  expect(await rowsOf('news_audience', into, 'news_id')).toHaveLength(2);
  expect(await rowsOf('calendar_event_users', into, 'event_id')).toHaveLength(3);
  const answers = await rowsOf('calendar_event_answers', into, 'event_id, answer');
  expect(answers.map(({ answer }) => answer)).toEqual(['no', 'yes', 'no']);
  expect(await rowsOf('choice_wishes', into, 'rank, option_id')).toEqual([{ rank: 0, option_id: options[0].id }]);
  expect(await rowsOf('choice_places', into, 'option_id')).toEqual([{ option_id: options[1].id }]);
  expect(await rowsOf('classbook_marks', into, 'minutes')).toEqual([{ minutes: 1 }, { minutes: 4 }]);
  const notices =
    'select user_ids::int[] as ids from classbook_notices where school_id = $1 and entry_id = $2 order by id';
  expect(await run(notices, [entry.id])).toEqual([{ ids: [into.id] }, { ids: [third.id, into.id] }]);
});

it('codes of a child, consents and accepted rules stay with the one account', async () => {
  const { make, merge, put, rowsOf } = doubles;
  const [from, into] = [await make(), await make()];
  await put('activation_keys', { kind: 'child', user_id: from.id });
  for (const [{ id }, version] of [
    [from, '1'],
    [into, '1'],
    [from, '2'],
  ] as const) {
    await put('consents', { user_id: id, version });
    await put('faq_votes', { user_id: id, article: version });
    await put('people_views', { user_id: id, name: version, order: 'name' });
  }
  expect((await merge(from, into)).status).toBe(200);
  expect(await rowsOf('activation_keys', into, 'kind')).toEqual([{ kind: 'child' }]);
  for (const table of ['consents', 'faq_votes', 'people_views'])
    expect(await rowsOf(table, into, '1'), table).toHaveLength(2);
});

it('of two classes at a time the kept one stays, and what lay before it is not lost', async () => {
  const { school, make, merge, put, rowsOf } = doubles;
  const grade = (await put('grades', { shortcut: '5x', name: '5x', source: 'manual' })).id;
  const spans = async (takes: string[]) => {
    const [from, into] = [await make(), await make()];
    const own = { grade_id: school.grade, user_id: into.id };
    await put('grade_memberships', {
      user_id: from.id,
      grade_id: grade,
      begins_at: '2025-08-01',
      ends_at: '2026-07-31',
    });
    await put('grade_memberships', { user_id: from.id, grade_id: grade, begins_at: '2026-08-01' });
    await put('grade_memberships', { ...own, begins_at: '2026-11-01' });
    const course = { course_id: school.course };
    const other = (await put('courses', { shortcut: `o${from.id}`, name: 'o', source: 'manual' })).id;
    await put('enrolments', { ...course, user_id: from.id, joined_at: '2026-08-01' });
    await put('enrolments', { ...course, user_id: from.id, joined_at: '2025-08-01', left_at: '2026-01-31' });
    await put('enrolments', { course_id: other, user_id: from.id, joined_at: '2026-08-01' });
    await put('enrolments', { ...course, user_id: into.id, joined_at: '2026-11-01' });
    expect((await merge(from, into, takes)).status).toBe(200);
    return {
      grades: await rowsOf('grade_memberships', into, `begins_at::text, ends_at::text, grade_id = ${grade} as is_gone`),
      courses: await rowsOf('enrolments', into, `concat_ws(' ', course_id = ${other}, joined_at, left_at) as span`),
    };
  };
  const kept = await spans([]);
  expect(kept.grades).toEqual([
    { begins_at: '2025-08-01', ends_at: '2026-07-31', is_gone: true },
    { begins_at: '2026-08-01', ends_at: '2026-10-31', is_gone: true },
    { begins_at: '2026-11-01', ends_at: null, is_gone: false },
  ]);
  expect(kept.courses.map(({ span }) => span)).toEqual(['f 2025-08-01 2026-01-31', 'f 2026-08-01', 't 2026-08-01']);
  expect((await spans(['grade'])).grades).toEqual([
    { begins_at: '2025-08-01', ends_at: '2026-07-31', is_gone: true },
    { begins_at: '2026-08-01', ends_at: null, is_gone: true },
  ]);
});

it('the teacher and the person of the service that are taken are those of the one who goes', async () => {
  const { run, make, merge, put, rowsOf } = doubles;
  const [from, into] = [await make('TEACHER'), await make('TEACHER')];
  for (const { id, username } of [from, into]) {
    await put('teachers', { shortcut: username, user_id: id, source: 'manual' });
    await put('auth_driver_people', { user_id: id, subject: username });
  }
  expect((await merge(from, into, ['teacher', 'service'])).status).toBe(200);
  expect(await rowsOf('teachers', into, 'shortcut')).toEqual([{ shortcut: from.username }]);
  expect(await run('select user_id from teachers where school_id = $1 and shortcut = $2', [into.username])).toEqual([
    { user_id: null },
  ]);
  expect(await rowsOf('auth_driver_people', into, 'subject')).toEqual([{ subject: from.username }]);
  expect(await rowsOf('former_keys', into, 'key')).toEqual([{ key: into.username }]);
  // What one school calls somebody says nothing in another.
  const { kysely } = doubles.server.test.database;
  const found = (schoolId: number) => findFormer(kysely, schoolId, into.username, FORMER_SUBJECT);
  expect([await found(doubles.school.school.id), await found(doubles.school.school.id + 1)]).toEqual([[into.id], []]);
  expect(await listFormerKeys(kysely, doubles.school.school.id + 1, [FORMER_SUBJECT])).toEqual([]);
});

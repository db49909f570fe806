import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAQ_ARTICLE_NAMES, FAQ_ARTICLES, type FaqEntry, faqArticleOf, isAboutPage } from '@kreide/core/features/help';
import { LANGUAGES, type Language, type Translate } from '@kreide/core/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSchool, buildUser, signIn } from '../../../../../tests/support/people.ts';
import { ROOT, startTestServer, type TestServer } from '../../../../../tests/support/server.ts';
import { readTexts } from '../../kernel/text/texts.ts';
import { parseArticle, readArticles } from './articles.ts';
import { countMiss, countVotes, eraseVotes, faqData, listMisses, pruneMisses } from './queries/faq.ts';
import { searchArticles } from './search-articles.ts';

let server: TestServer;
let school: { id: number };
let ben: { id: number };
let token: string;
const db = () => server.test.database.kysely;

beforeAll(async () => {
  server = await startTestServer();
  school = await buildSchool(db(), 'amsel');
  ben = await buildUser(db(), school.id, 'ben', 'STUDENT');
  await buildUser(db(), school.id, 'mia', 'STUDENT');
  token = await signIn(server, 'amsel', 'ben');
});
afterAll(() => server.stop());

const list = async (query: string, language: Language = 'de'): Promise<FaqEntry[]> =>
  (await server.request('GET', `/v1/support/faq${query}`, { headers: { 'accept-language': language } })).body.data;
const namesOf = (entries: readonly FaqEntry[]) => entries.map(({ article }) => article);

describe('the answered questions', () => {
  const articles = readArticles(readTexts(`${ROOT}/locales`));

  it('are written in all seven languages, built alike, with the names of buttons as the product says them', () => {
    const german = articles('de');
    for (const language of LANGUAGES) {
      const own = articles(language);
      expect(own.map(({ blocks }) => blocks.map(({ kind, lines }) => `${kind} ${lines.length}`))).toEqual(
        german.map(({ blocks }) => blocks.map(({ kind, lines }) => `${kind} ${lines.length}`)),
      );
      for (const { article, title, words, blocks } of own) {
        const text = blocks.flatMap(({ lines }) => lines).join(' ');
        // An address without a text would stand there as it is.
        expect(text, `${language} ${article}`).not.toMatch(/\[\[|\w+:\w+\.\w+|\{\{/);
        expect(
          [title, words].every((line) => line.length > 5),
          `${language} ${article}`,
        ).toBe(true);
      }
      if (language !== 'de') expect(own.filter(({ title }, index) => title === german[index]?.title)).toEqual([]);
    }
  });

  it('name buttons that there are, the same in each language', () => {
    const texts = readTexts(`${ROOT}/locales`);
    const namedIn = (language: Language, article: string) => {
      const text = readFileSync(join(import.meta.dirname, 'articles', language, `${article}.md`), 'utf8');
      return [...text.matchAll(/\[\[(.*?)\]\]/g)].map(([, address = '']) => address).toSorted();
    };
    for (const article of FAQ_ARTICLE_NAMES) {
      const named = namedIn('de', article);
      for (const language of LANGUAGES) {
        expect(namedIn(language, article), `${language} ${article}`).toEqual(named);
        const t = texts.for(language) as (address: string) => string;
        expect(named.filter((address) => t(address) === address || t(address).includes('{{'))).toEqual([]);
      }
    }
  });

  it('consist of paragraphs, steps and points', () => {
    const t = ((key: string) => `<${key}>`) as unknown as Translate;
    expect(
      parseArticle('# Title\nwords: a, b\n\nOne\ntwo.\n\n1. Open [[auth:login.title]].\n2. Go.\n\n- Point\n', t),
    ).toEqual({
      title: 'Title',
      words: 'a, b',
      blocks: [
        { kind: 'text', lines: ['One two.'] },
        { kind: 'steps', lines: ['Open <auth:login.title>.', 'Go.'] },
        { kind: 'points', lines: ['Point'] },
      ],
    });
  });

  it('are found in each language by one word, a whole question, another ending and without marks', () => {
    const first = (language: Language, search: string) => searchArticles(articles(language), search)[0]?.article;
    expect(first('de', 'passwort')).toBe('forgot-password');
    expect(first('de', 'Wie melde ich mein Kind krank?')).toBe('report-ill');
    expect(first('de', 'Stundenplans abonnieren')).toBe('calendar-app');
    expect(first('en', 'How do I write to a teacher')).toBe('write-message');
    expect(first('fr', 'eleve malade')).toBe('report-ill');
    expect(first('tr', 'SIFREMI UNUTTUM')).toBe('forgot-password');
    expect(first('uk', 'пароль')).toBe('forgot-password');
    expect(first('it', 'supplenze')).toBe('substitutions');
    expect(first('es', 'noticia')).toBe('confirm-news');
    expect(searchArticles(articles('de'), 'Zeppelin')).toEqual([]);
    expect(searchArticles(articles('de'), ' ')).toHaveLength(FAQ_ARTICLE_NAMES.length);
  });
});

describe('the calls of the answered questions', () => {
  it('list all, those of a category and what fits a search, in the reader’s language and without a session [P-7.36]', async () => {
    expect(namesOf(await list(''))).toEqual(FAQ_ARTICLE_NAMES);
    expect(namesOf(await list('?category=family'))).toEqual(
      FAQ_ARTICLE_NAMES.filter((name) => FAQ_ARTICLES[name].category === 'family'),
    );
    expect((await list('?search=password', 'en'))[0]).toMatchObject({ title: 'I have forgotten my password' });
    expect(namesOf(await list('?search=password&category=timetable', 'en'))).toEqual([]);
    expect((await server.request('GET', '/v1/support/faq?category=cats')).status).toBe(422);
  });

  it('give one article with its parts [P-7.37]', async () => {
    const headers = { 'accept-language': 'fr' };
    const { body } = await server.request('GET', '/v1/support/faq/report-ill', { headers });
    expect(body.data).toMatchObject({ article: 'report-ill', category: 'family', title: 'Signaler un enfant malade' });
    expect(body.data.blocks.map(({ kind }: { kind: string }) => kind)).toEqual(['text', 'steps', 'text']);
    expect((await server.request('GET', '/v1/support/faq/nothing')).status).toBe(422);
  });

  it('take one vote of each person for an article, the last one, which goes with the account [P-7.38]', async () => {
    const vote = async (path: string) =>
      (await server.request('PUT', `/v1/support/faq/letters/vote/${path}`, { token })).status;
    expect([await vote('up'), await vote('down'), await vote('sideways')]).toEqual([204, 204, 404]);
    expect(await countVotes(db())).toEqual([{ article: 'letters', up: 0, down: 1 }]);
    const mia = await signIn(server, 'amsel', 'mia');
    await server.request('PUT', '/v1/support/faq/letters/vote/up', { token: mia });
    await server.request('PUT', '/v1/support/faq/add-child/vote/down', { token: mia });
    const person = { school_id: school.id, user_id: ben.id };
    const t = (() => '') as unknown as Translate;
    expect(await faqData.faq_votes?.(db(), person, t)).toMatchObject([{ name: 'letters', is_helpful: false }]);
    await eraseVotes(db(), person);
    expect(await countVotes(db())).toEqual([
      { article: 'add-child', up: 0, down: 1 },
      { article: 'letters', up: 1, down: 0 },
    ]);
  });

  it('count what is looked for and not found, of nobody, once it is a word; what was looked for once is not shown', async () => {
    const miss = async (search: string, language = 'de') => {
      const headers = { 'accept-language': language };
      const { status } = await server.request('POST', '/v1/support/faq/misses', { token, headers, body: { search } });
      expect(status).toBe(204);
    };
    for (const search of ['Zeppelin', 'zeppelin ', 'Zep', 'Luftschiff', 'Passwort']) await miss(search);
    expect(await listMisses(db())).toMatchObject([{ language: 'de', words: 'zeppelin', count: 2 }]);
    // A word of four letters is one; in another language it is another search.
    for (const language of ['fr', 'fr', 'tr']) await miss('Zepp', language);
    expect((await listMisses(db())).map(({ language, words }) => `${language} ${words}`)).toEqual([
      'fr zepp',
      'de zeppelin',
    ]);
    const nextYear = new Date(server.clock.now().getTime() + 366 * 24 * 60 * 60 * 1000);
    expect(await pruneMisses(db(), nextYear)).toBe(4);
  });

  it('nonsense that fills the list of searches does not keep out what others look for', async () => {
    await server.test.database.pool.query(
      `insert into faq_misses select 'de', 'unsinn' || n, 2, $1 from generate_series(1, 2000) n`,
      [server.clock.now()],
    );
    for (let time = 0; time < 3; time += 1) await countMiss(db(), 'de', 'stundenplan drucken', server.clock.now());
    const found = await listMisses(db());
    expect(found[0]).toMatchObject({ words: 'stundenplan drucken', count: 3 });
    const { rows } = await server.test.database.pool.query('select count(*)::int as count from faq_misses');
    expect(rows).toEqual([{ count: 2000 }]);
    await db().deleteFrom('faq_misses').execute();
  });
});

it('the help of a page opens the article about it, and the list where there is none', () => {
  expect(faqArticleOf('/timetable/classes/7')).toBe('read-timetable');
  expect(faqArticleOf('/timetable/classes/7/lesson/5/entry/9')).toBe('take-roll');
  expect(faqArticleOf('/settings/self/notifications')).toBe('notifications');
  expect(faqArticleOf('/settings/self')).toBe('own-data');
  expect(faqArticleOf('/management/5f/generate-users/upload')).toBe('letters');
  expect(faqArticleOf('/channelsish')).toBeNull();
  // An article leads back to the page from which it was opened, and to no other address.
  expect(isAboutPage('own-data', '/settings/self')).toBe(true);
  expect(isAboutPage('own-data', '//settings.example/settings')).toBe(false);
  expect(isAboutPage('own-data', 'https://a.example/settings')).toBe(false);
  // What families report and who is absent stand on the same page.
  expect([faqArticleOf('/sicknotes'), faqArticleOf('/sicknotes', true)]).toEqual(['report-ill', 'absences-office']);
  expect(isAboutPage('absences-office', '/sicknotes/1/overview')).toBe(true);
  const forBoth = (path: string) => [faqArticleOf(path), faqArticleOf(path, true)];
  expect(forBoth('/parents-evenings/5')).toEqual(['book-evening', 'hold-evening']);
  expect(forBoth('/parents-evenings/5/teachers/7')).toEqual(['hold-evening', 'hold-evening']);
  expect(forBoth('/exams')).toEqual(['exams', 'plan-exams']);
  expect(forBoth('/exams/plan')).toEqual(['exams', 'exams']);
});

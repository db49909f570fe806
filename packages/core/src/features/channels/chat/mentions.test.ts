import { describe, expect, it } from 'vitest';
import {
  findMentioning,
  isMentioned,
  MENTIONS_MAXIMUM,
  mention,
  mentionProblems,
  moveMentions,
  trimMentions,
} from './mentions.ts';
import { toMentioningParts } from './rules.ts';

const bare = (content: string) => ({ content, mentions: [] });
const oezil = { id: 7, displayname: 'Özge Müller Sánchez' };
/** "Hallo @Özge Müller Sánchez !" */
const written = mention(bare('Hallo @öz!'), { at: 6, typed: 'öz' }, oezil);

describe('somebody is mentioned', () => {
  it('by what is typed behind a sign at the beginning of a word, blanks of a name too, and in no address of a mail [D-6.12]', () => {
    const typedIn = (content: string) => findMentioning(bare(content), content.length)?.typed ?? null;
    expect(['@', 'Hallo @Anna Mü', '(@a', 'a\n@b'].map(typedIn)).toEqual(['', 'Anna Mü', 'a', 'b']);
    expect(['a@b', 'post@schule.example', '@ a', '@a\nb', '@a  ', 'nichts'].map(typedIn)).toEqual(Array(6).fill(null));
    // What is one already is complete; the next sign begins another.
    expect(findMentioning(written, written.caret - 1)).toBeNull();
    expect(['muller oz', 'MÜL', 'sanch'].map((typed) => isMentioned(oezil.displayname, typed))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isMentioned(oezil.displayname, 'mueller oez')).toBe(true);
    // A letter before the sign is one in every script; a text goes on long after a sign that nobody meant.
    expect(['ö@b', 'я@b', 'a_@b', `@${'a b '.repeat(16)}`].map(typedIn)).toEqual(Array(4).fill(null));
  });

  it('with a blank behind the name, where the caret stands then [D-6.12]', () => {
    expect(written).toEqual({
      content: 'Hallo @Özge Müller Sánchez !',
      mentions: [{ user: 7, at: 6, length: 20 }],
      caret: 27,
    });
    const two = mention(
      { ...written, content: `@x ${written.content}`, mentions: [{ user: 7, at: 9, length: 20 }] },
      { at: 0, typed: 'x' },
      { id: 8, displayname: 'Li' },
    );
    expect(two.mentions).toEqual([
      { user: 8, at: 0, length: 3 },
      { user: 7, at: 10, length: 20 },
    ]);
    expect(two.content).toBe('@Li Hallo @Özge Müller Sánchez !');
  });

  it('as long as the name stays whole, wherever it moves [D-6.12]', () => {
    const { content, mentions } = written;
    expect(moveMentions(written, `Guten Tag, ${content}`)).toEqual([{ ...mentions[0], at: 17 }]);
    expect(moveMentions(written, `${content} Bis morgen`)).toEqual(mentions);
    expect(moveMentions(written, content.replace('Hallo ', ''))).toEqual([{ ...mentions[0], at: 0 }]);
    expect(moveMentions(written, content.replace('Müller', 'Müllr'))).toEqual([]);
    expect(moveMentions(written, '')).toEqual([]);
    // What touches the name on either side leaves it whole.
    expect(moveMentions(written, content.replace(' !', '!'))).toEqual(mentions);
    expect(moveMentions(written, content.replace('@', '😀@'))).toEqual([{ ...mentions[0], at: 8 }]);
    // Of two that are alike one is gone, and none is at the place of the other.
    const alike = [0, 3].map((at) => ({ user: 7, at, length: 3 }));
    expect(moveMentions({ content: '@Li@Li', mentions: alike }, '@Li')).toHaveLength(1);
    expect(moveMentions({ content: '@Li 😀😀', mentions: [{ user: 7, at: 0, length: 3 }] }, '@Li 😀')).toHaveLength(1);
  });

  it('at a place of the text that begins with the sign and holds nobody else, and not too many at once [D-6.12]', () => {
    const rulesOf = (content: string, mentions: { user: number; at: number; length: number }[]) =>
      mentionProblems({ content, mentions }).map(({ index, rule }) => [index, rule]);
    expect(mentionProblems(written)).toEqual([]);
    expect(rulesOf('Hallo @Ada', [{ user: 1, at: 5, length: 4 }])).toEqual([[0, 'mentionPlace']]);
    expect(rulesOf('@Ada', [{ user: 1, at: 0, length: 5 }])).toEqual([[0, 'mentionPlace']]);
    expect(
      rulesOf('@Ada', [
        { user: 1, at: 0, length: 4 },
        { user: 2, at: 0, length: 4 },
      ]),
    ).toEqual([
      [0, 'mentionPlace'],
      [1, 'mentionPlace'],
    ]);
    const people = Array.from({ length: MENTIONS_MAXIMUM + 1 }, (_, user) => ({ user, at: user * 3, length: 2 }));
    expect(rulesOf('@a '.repeat(people.length), people)).toEqual([[null, 'mentionsMax']]);
    expect(rulesOf('@a '.repeat(people.length), people.slice(1))).toEqual([]);
    // It is the people who count, however often each is named; they may stand side by side, but not by the sign alone.
    const often = people.map((place) => ({ ...place, user: 1 }));
    expect(rulesOf('@a '.repeat(people.length), often)).toEqual([]);
    expect(
      rulesOf('@Ada@Ben', [
        { user: 1, at: 0, length: 4 },
        { user: 2, at: 4, length: 4 },
      ]),
    ).toEqual([]);
    expect(rulesOf('@Ada', [{ user: 1, at: 0, length: 1 }])).toEqual([[0, 'mentionPlace']]);
  });

  it('at the same name after the blanks around the text are gone, and stands between words and addresses [D-6.12]', () => {
    const trimmed = trimMentions({ content: ` \n${written.content} `, mentions: [{ user: 7, at: 8, length: 20 }] });
    expect(trimmed).toEqual({ content: written.content, mentions: written.mentions });
    const turned = [4, 1].map((at) => ({ user: at, at, length: 3 }));
    expect(trimMentions({ content: ' @Li@Bo', mentions: turned }).mentions.map(({ at }) => at)).toEqual([0, 3]);
    const content = '@Li www.schule.example';
    expect(
      toMentioningParts(content, [{ at: 0, length: 3 }]).map(({ text, href, mentioned }) => [text, href, !!mentioned]),
    ).toEqual([
      ['@Li', null, true],
      [' ', null, false],
      ['www.schule.example', 'https://www.schule.example/', false],
    ]);
    const apart = (places: { at: number; length: number }[]) =>
      toMentioningParts('@Li @Bo', places).map(({ text, mentioned }) => [text, mentioned?.at]);
    const two = [
      { at: 4, length: 3 },
      { at: 0, length: 3 },
    ];
    const both = [
      ['@Li', 0],
      [' ', undefined],
      ['@Bo', 4],
    ];
    expect([apart(two), apart([...two, { at: 1, length: 4 }])]).toEqual([both, both]);
    // A place outside of the text is no reason to lose any of it.
    const parts = toMentioningParts(content, [{ at: 20, length: 30 }]);
    expect(parts.map(({ text }) => text).join('')).toBe(content);
  });
});

import { ApiError } from '@kreide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createFormStore, type FormOptions } from './form-store.ts';

interface Note {
  id: number;
  updated_at: string;
  text: string;
}
interface Values {
  text: string;
  tags: readonly string[];
}

const note = (updated_at: string, text: string): Note => ({ id: 1, updated_at, text });
const valuesOf = ({ text }: Note): Values => ({ text, tags: [] });
const conflict = new ApiError({ code: 'conflict' });

/** A form whose sending is answered by hand. */
function open(options: Partial<FormOptions<Values, keyof Values, Note, Note>> = {}) {
  const sent: { values: Values; version: string; answer: (result: Note | ApiError) => void }[] = [];
  const form = createFormStore<Values, keyof Values, Note, Note>({
    initial: { text: 'first', tags: [] },
    item: note('v1', 'first'),
    problems: ({ text }) => (text === '' ? [{ field: 'text', text: 'Please write something.' }] : []),
    send: (values, { updated_at }) =>
      new Promise((resolve, reject) => {
        const answer = (result: Note | ApiError) => (result instanceof ApiError ? reject(result) : resolve(result));
        sent.push({ values, version: updated_at, answer });
      }),
    ...options,
  });
  return { ...form.actions, form, sent, get: form.store.getState };
}

describe('a form', () => {
  it('sends nothing while something is wrong, and says it anew with each change after that', async () => {
    const { change, submit, sent, get, form } = open();
    change({ text: '' });
    expect(get().hasTried).toBe(false);
    await submit();
    expect(sent).toEqual([]);
    expect(get()).toMatchObject({ hasTried: true, tries: 1, isPending: false });
    expect(form.find(get())).toEqual([{ field: 'text', text: 'Please write something.' }]);
    change({ text: 'second' });
    expect(form.find(get())).toEqual([]);
  });

  it('is sent once, however often it is submitted, and has no changes left once it is saved', async () => {
    const saved: unknown[] = [];
    const { change, submit, sent, get, isChanged } = open({ onSaved: (item) => saved.push([item.text, isChanged()]) });
    change({ text: 'second' });
    const [first, again] = [submit(), submit()];
    await again;
    expect(sent).toHaveLength(1);
    expect(get().isPending).toBe(true);
    sent[0]?.answer(note('v2', 'second'));
    await first;
    expect(saved).toEqual([['second', false]]);
    expect(get().isPending).toBe(false);
  });

  it('still has changes when something was typed while it was being sent', async () => {
    const { change, submit, sent, get, isChanged } = open();
    change({ text: 'second' });
    const done = submit();
    await Promise.resolve();
    change({ text: 'second and third' });
    sent[0]?.answer(note('v2', 'second'));
    await done;
    expect(get().values.text).toBe('second and third');
    expect(isChanged()).toBe(true);
  });

  it('keeps everything when sending fails, with the issues of the server at their fields until these are changed', async () => {
    const { change, submit, sent, get, isChanged } = open();
    change({ text: 'second' });
    let done = submit();
    await Promise.resolve();
    sent[0]?.answer(new ApiError({ code: 'unreachable' }));
    await done;
    expect(get()).toMatchObject({ values: { text: 'second' }, error: { code: 'unreachable' }, isPending: false });
    expect(isChanged()).toBe(true);
    change({ text: 'second, too' });
    expect(get().error).toBeNull();
    done = submit();
    await Promise.resolve();
    const issues = [
      { path: 'body.text', rule: 'max', message: 'Too long.' },
      { path: 'body.tags.0', rule: 'max', message: 'No such tag.' },
    ];
    sent[1]?.answer(new ApiError({ code: 'invalid', issues }));
    await done;
    expect(get()).toMatchObject({ values: { text: 'second, too' }, error: null, tries: 1 });
    expect(get().issues.map(({ field }) => field)).toEqual(['text', 'tags']);
    change({ text: 'third' });
    expect(get().issues).toEqual([{ field: 'tags', text: 'No such tag.' }]);
  });

  it('that asks first is sent once that is confirmed, and not when it is cancelled or changed', async () => {
    const { change, submit, confirm, cancel, sent, get } = open({ asks: async ({ text }) => text === 'risky' });
    change({ text: 'risky' });
    await submit();
    expect([sent.length, get().isAsking, get().isPending]).toEqual([0, true, false]);
    cancel();
    expect(get().isAsking).toBe(false);
    await submit();
    change({ tags: ['a'] });
    expect(get().isAsking).toBe(false);
    await submit();
    const done = confirm();
    await Promise.resolve();
    expect(sent.map(({ values }) => values)).toEqual([{ text: 'risky', tags: ['a'] }]);
    sent[0]?.answer(note('v2', 'risky'));
    await done;
    expect(get()).toMatchObject({ isAsking: false, isPending: false });
  });

  it('asks before it is left with changes, and has none any more when they are given up', () => {
    const { change, leave, stay, discard, get, isChanged } = open();
    const left: string[] = [];
    leave(() => left.push('unchanged'));
    change({ text: 'second' });
    leave(() => left.push('changed'));
    expect(left).toEqual(['unchanged']);
    stay();
    expect(get()).toMatchObject({ leaving: null, values: { text: 'second' } });
    leave(() => left.push('changed'));
    discard();
    expect([left, isChanged()]).toEqual([['unchanged', 'changed'], false]);
  });
});

describe('what others change meanwhile', () => {
  const theirs = note('v2', 'theirs');
  const newest = async () => ({ item: theirs, values: valuesOf(theirs) });

  async function collide(written = 'mine') {
    const parts = open({ newest });
    parts.change({ text: written });
    const done = parts.submit();
    await Promise.resolve();
    parts.sent[0]?.answer(conflict);
    // The test answers the second attempt.
    await Promise.race([done, expect.poll(() => parts.sent.length).toBe(2)]);
    return { ...parts, done };
  }

  it('is shown beside the typed values, which overwrite it with the new version when sent', async () => {
    const { get, keepMine, submit, sent, isChanged } = await collide();
    expect(get()).toMatchObject({ values: { text: 'mine' }, conflict: { values: { text: 'theirs' } }, error: null });
    // Nothing is sent before one of them is chosen.
    await submit();
    expect(sent).toHaveLength(1);
    const done = keepMine();
    await Promise.resolve();
    expect(sent[1]).toMatchObject({ values: { text: 'mine' }, version: 'v2' });
    sent[1]?.answer(note('v3', 'mine'));
    await done;
    expect([get().conflict, isChanged()]).toEqual([null, false]);
  });

  it('replaces the typed values where somebody chooses it', async () => {
    const { get, takeTheirs, isChanged } = await collide();
    const { edition } = get();
    takeTheirs();
    expect(get()).toMatchObject({ values: { text: 'theirs' }, item: theirs, conflict: null, edition: edition + 1 });
    expect(isChanged()).toBe(false);
  });

  it('is no conflict where both wrote the same', async () => {
    const { get, sent, done } = await collide('theirs');
    expect(sent[1]).toMatchObject({ version: 'v2', values: { text: 'theirs' } });
    sent[1]?.answer(note('v3', 'theirs'));
    await done;
    expect(get().conflict).toBeNull();
  });

  it('says that it collided when the other version cannot be read, and keeps what was typed', async () => {
    const { change, submit, sent, get } = open({ newest: () => Promise.reject(new ApiError({ code: 'unreachable' })) });
    change({ text: 'mine' });
    const done = submit();
    await Promise.resolve();
    sent[0]?.answer(conflict);
    await done;
    expect(get()).toMatchObject({ values: { text: 'mine' }, error: { code: 'conflict' }, conflict: null });
  });

  it('is shown at once while nothing is typed, and never takes the place of what is', () => {
    const { form, change, get } = open();
    form.offer({ item: theirs, values: valuesOf(theirs) });
    expect(get()).toMatchObject({ values: { text: 'theirs' }, item: { updated_at: 'v2' } });
    change({ text: 'mine' });
    const later = note('v3', 'later');
    form.offer({ item: later, values: valuesOf(later) });
    // The version stays the one that the text was made from, so the server notices.
    expect(get()).toMatchObject({ values: { text: 'mine' }, item: { updated_at: 'v2' } });
  });

  it('moves the version on where it is nothing that the form edits', () => {
    const { form, change, get } = open();
    change({ text: 'mine' });
    const other = note('v2', 'first');
    form.offer({ item: other, values: valuesOf(other) });
    expect(get()).toMatchObject({ values: { text: 'mine' }, item: { updated_at: 'v2' } });
  });

  it('waits until the values on their way are answered', async () => {
    const { form, change, submit, sent, get } = open();
    change({ text: 'second' });
    const done = submit();
    await Promise.resolve();
    const saved = note('v2', 'second');
    form.offer({ item: saved, values: valuesOf(saved) });
    expect(get().item.updated_at).toBe('v1');
    sent[0]?.answer(saved);
    await done;
    expect(get()).toMatchObject({ item: { updated_at: 'v2' }, values: { text: 'second' } });
  });
});

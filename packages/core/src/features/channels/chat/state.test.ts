import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from './schema.ts';
import {
  applyMessage,
  applyMessages,
  type ChatAnswer,
  type ChatWindow,
  catchUp,
  extendToNewer,
  extendWindow,
  lacksChange,
  messagesOf,
  openWindow,
  stepsOf,
  trimWindow,
} from './state.ts';

const build = (id: number, change_seq: number, content = `${id}`): Message => ({
  id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  chat_id: 1,
  type: 'MESSAGE',
  user_id: 1,
  user: null,
  content,
  mentions: [],
  content_rendered: content,
  reply_uuid: null,
  reply: null,
  is_unset: content === '',

  label: null,
  source_language: null,
  preview: null,
  payload: null,
  actions: [],
  deleted_at: null,
  meta: { displayname: '' },

  duration_in_seconds: null,
  wave: null,
  target_type: null,
  target: null,
  target_snapshot: null,
  survey_form_id: null,
  survey_uuid: null,
  survey: null,
  file_uuid: null,
  file: null,
  original_id: null,
  unset_at: null,
  unset_by: null,
  edited_at: null,
  created_at: '',
  updated_at: '',
  reactions: [],
  is_read: true,
  change_seq,
  can: { edit: 0, delete: 0, readers: 0, react: 0, pin: 0 },
});

/** A chat on a server, to which things happen. */
class ChatOnServer {
  messages: Message[] = [];
  change_seq = 0;
  visible_from_seq = 0;

  write() {
    this.messages.push(build(this.messages.length + 1, ++this.change_seq));
  }
  change(place: number, content: string) {
    const message = this.messages[place % Math.max(1, this.messages.length)];
    if (message && !message.is_unset)
      this.messages[message.id - 1] = build(message.id, ++this.change_seq, content && `${content} ${message.id}`);
  }
  clear() {
    this.change_seq++;
    this.visible_from_seq = this.messages.length;
  }
  answer(messages: Message[], has_more = false): ChatAnswer {
    const { change_seq, visible_from_seq } = this;
    const messages_sent = this.messages.length;
    const shown = messages.filter(({ id }) => id > visible_from_seq);
    return { messages: shown, change_seq, visible_from_seq, has_more, messages_sent };
  }
  newer(after: number, size = 3): ChatAnswer {
    const following = this.messages.filter(({ id }) => id > after && id > this.visible_from_seq);
    return { ...this.answer(following.slice(0, size)), has_newer: following.length > size };
  }
  around(seq: number): ChatAnswer {
    const { messages, has_more } = this.page(seq, 2);
    const following = this.newer(seq - 1);
    return { ...following, messages: [...messages, ...following.messages], has_more };
  }
  page(before: number, size = 3): ChatAnswer {
    const older = this.messages.filter(({ id }) => id < before && id > this.visible_from_seq);
    return this.answer(older.slice(-size), older.length > size);
  }
  since(change_seq: number): ChatAnswer {
    return this.answer(this.messages.filter((message) => message.change_seq > change_seq));
  }
  visible(from: number, to: number | null) {
    return this.messages.filter(({ id }) => id >= from && id <= (to ?? id) && id > this.visible_from_seq);
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ type: 'write' as const }) },
  fc.record({ type: fc.constant('edit' as const), place: fc.nat(30) }),
  fc.record({ type: fc.constant('unset' as const), place: fc.nat(30) }),
  { weight: 2, arbitrary: fc.constant({ type: 'ask' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'older' as const }) },
  { weight: 2, arbitrary: fc.constant({ type: 'newer' as const }) },
  fc.record({ type: fc.constant('jump' as const), place: fc.nat(30) }),
  fc.record({ type: fc.constant('tell' as const), place: fc.nat(30) }),
  fc.record({ type: fc.constant('arrive' as const), which: fc.nat(5) }),
  fc.constant({ type: 'clear' as const }),
);

describe('the window of a chat', () => {
  it('shows what a fresh fetch gives, in whichever order answers arrive [C-7.119] [C-4.17]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const server = new ChatOnServer();
        for (let n = 0; n < 5; n++) server.write();
        let window: ChatWindow = openWindow(server.page(Number.MAX_SAFE_INTEGER));
        // Answers that the server has given and that are still on their way.
        const travelling: ((known: ChatWindow) => ChatWindow)[] = [];
        for (const one of steps) {
          if (one.type === 'write') server.write();
          if (one.type === 'edit') server.change(one.place, 'new');
          if (one.type === 'unset') server.change(one.place, '');
          if (one.type === 'clear') server.clear();
          if (one.type === 'ask') {
            const changes = server.since(window.change_seq);
            travelling.push((known) => catchUp(known, changes));
          }
          if (one.type === 'tell') {
            const told = server.messages[one.place % Math.max(1, server.messages.length)];
            if (told) travelling.push((known) => applyMessage(known, told));
          }
          if (one.type === 'older' && window.from_seq > 0) {
            const asked = window.from_seq;
            const page = server.page(asked);
            for (const step of stepsOf(page, 'older', asked, 2))
              travelling.push((known) => trimWindow(step(known), 'newer', 7));
          }
          if (one.type === 'newer' && window.to_seq !== null) {
            const asked = window.to_seq;
            const page = server.newer(asked);
            for (const step of stepsOf(page, 'newer', asked, 2))
              travelling.push((known) => trimWindow(step(known), 'older', 7));
          }
          if (one.type === 'jump') window = openWindow(server.around(one.place));
          if (one.type === 'arrive') {
            const [arriving] = travelling.splice(one.which % Math.max(1, travelling.length), 1);
            if (arriving) window = arriving(window);
          }
        }
        for (const arriving of travelling) window = arriving(window);
        window = catchUp(window, server.since(window.change_seq));
        expect(messagesOf(window)).toEqual(server.visible(window.from_seq, window.to_seq));
        expect(window.newest_seq).toBe(server.messages.length);
        expect(lacksChange(window, server.change_seq)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('grows by a page in small steps as by the whole page, the nearest messages first [C-2.06]', () => {
    const server = new ChatOnServer();
    for (let n = 0; n < 40; n++) server.write();
    const opened = openWindow(server.around(20));
    const ids = (window: ChatWindow) => messagesOf(window).map(({ id }) => id);
    for (const end of ['older', 'newer'] as const) {
      const asked = (end === 'older' ? opened.from_seq : opened.to_seq) ?? 0;
      const page = end === 'older' ? server.page(asked) : server.newer(asked);
      const whole = end === 'older' ? extendWindow(opened, page) : extendToNewer(opened, page);
      const steps = stepsOf(page, end, asked, 2);
      expect(steps.length).toBe(Math.ceil(page.messages.length / 2));
      let window = opened;
      for (const [at, take] of steps.entries()) {
        // Whoever is left out leaves out all that comes after it: there are no gaps.
        for (const later of steps.slice(at + 1)) expect(later(window)).toBe(window);
        window = take(window);
        const from = end === 'older' ? asked - 2 * (at + 1) : (ids(opened)[0] ?? 0);
        expect(ids(window)[0]).toBe(Math.max(from, ids(whole)[0] ?? 0));
      }
      expect(window).toEqual(whole);
    }
    const none = { messages: [], change_seq: 40, visible_from_seq: 0, has_more: false };
    expect(stepsOf(none, 'older', opened.from_seq, 2).map((take) => take(opened).from_seq)).toEqual([0]);
  });

  it('takes no page that was read before the window was exchanged or cut: what was taken back since would be back', () => {
    const server = new ChatOnServer();
    for (let n = 0; n < 12; n++) server.write();
    const stale = { older: server.page(10), newer: server.newer(4) };
    server.change(8, '');
    server.change(4, '');
    const jumped = openWindow(server.page(Number.MAX_SAFE_INTEGER));
    expect(jumped.from_seq).toBe(10);
    expect(extendWindow(jumped, stale.older, 10)).toBe(jumped);
    expect(messagesOf(extendWindow(jumped, server.page(10)))[1]).toMatchObject({ id: 8 });
    let window = openWindow({ ...server.page(5), has_newer: true });
    window = trimWindow(window, 'newer', 3);
    expect([window.from_seq, window.to_seq]).toEqual([2, 4]);
    expect(extendToNewer(window, stale.newer, 4)).toBe(window);
    expect(messagesOf(extendToNewer(window, server.newer(4), 4)).find(({ id }) => id === 5)?.is_unset).toBe(true);
    // What was known of a message is forgotten with it; a page from before does not count any more.
    const read = server.newer(4);
    server.change(6, 'other');
    const caught = catchUp(window, server.since(window.change_seq));
    const cut = trimWindow(caught, 'older', 2);
    expect(cut.to_seq).toBe(4);
    expect(extendToNewer(cut, read, 4)).toBe(cut);
  });

  it('keeps a message that was taken back before it was known, when its older state comes late', () => {
    const taken = build(7, 9, '');
    expect(applyMessages([taken], [build(7, 4, 'Geheim')])).toEqual([taken]);
    const window = openWindow({ messages: [build(8, 8)], change_seq: 8, visible_from_seq: 0, has_more: true });
    const caught = catchUp(window, { messages: [taken], change_seq: 9, visible_from_seq: 0, has_more: false });
    expect(messagesOf(caught).map(({ id }) => id)).toEqual([8]);
    const page = { messages: [build(7, 4, 'Geheim')], change_seq: 8, visible_from_seq: 0, has_more: false };
    expect(messagesOf(extendWindow(caught, page))[0]).toEqual(taken);
  });

  it('does not take an answer for all that happened before it', () => {
    const window = openWindow({ messages: [build(1, 1)], change_seq: 1, visible_from_seq: 0, has_more: false });
    expect(applyMessage(window, build(2, 2)).change_seq).toBe(2);
    const gap = applyMessage(window, build(3, 3));
    expect(gap.change_seq).toBe(1);
    expect(lacksChange(gap, 3)).toBe(true);
  });

  it('never shows more than its most, whichever way somebody reads, and knows that there is more', () => {
    const server = new ChatOnServer();
    for (let n = 0; n < 40; n++) server.write();
    let window = openWindow(server.page(Number.MAX_SAFE_INTEGER, 5));
    expect(window).toMatchObject({ from_seq: 36, to_seq: null, newest_seq: 40 });
    for (let n = 0; n < 4; n++) window = trimWindow(extendWindow(window, server.page(window.from_seq)), 'newer', 10);
    expect(messagesOf(window).map(({ id }) => id)).toEqual([24, 25, 26, 27, 28, 29, 30, 31, 32, 33]);
    expect(window).toMatchObject({ from_seq: 24, to_seq: 33, newest_seq: 40 });
    while (window.to_seq !== null) window = trimWindow(extendToNewer(window, server.newer(window.to_seq)), 'older', 10);
    expect(messagesOf(window).map(({ id }) => id)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
    expect(window.from_seq).toBe(31);
  });

  it('takes no page that was asked for from where it does not end any more', () => {
    const server = new ChatOnServer();
    for (let n = 0; n < 40; n++) server.write();
    const window = openWindow(server.around(20));
    expect(window).toMatchObject({ from_seq: 18, to_seq: 22 });
    expect(extendWindow(window, server.page(30), 30)).toBe(window);
    expect(extendToNewer(window, server.newer(30), 30)).toBe(window);
    expect(extendToNewer(openWindow(server.page(99)), server.newer(30))).toMatchObject({ to_seq: null });
  });
});

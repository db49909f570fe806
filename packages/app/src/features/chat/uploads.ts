import { chatApi, type Mention, type Message } from '@kreide/core/features/channels';
import { UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { ApiError } from '@kreide/core/kernel';
import { createStore } from 'zustand/vanilla';
import { client, sessionStore } from '../../kernel/client.ts';
import { type Size, shrinkPicture } from '../../kernel/picture.ts';
import { fetchWithProgress } from '../../kernel/upload-request.ts';
import { toasts } from '../../ui/toast-store.ts';
import type { Recorded } from './recording.ts';
import { voiceExtensionOf } from './voice.ts';

/** A file that somebody has chosen for a message. */
export interface ChosenFile {
  /** Becomes that of the message. */
  uuid: string;
  file: File;
  /** Of a picture that the browser shows. */
  picture: (Size & { url: string }) | null;
  altName: string;
}

/** What a recording says of itself. */
export interface Voice {
  seconds: number;
  wave: string;
  url: string;
}

/** A message with a file that its author has sent and the server does not have yet (C-4.20). */
export interface Upload extends ChosenFile {
  owner: string;
  chatId: number;
  content: string;
  mentions: readonly Mention[];
  reply_uuid: string | null;
  isOriginal: boolean;
  /** From 0 to 1. */
  progress: number;
  /** Of a voice message: how long it is, its wave form, and where it can be heard on this device. */
  voice: Voice | null;
  /** Why it was not taken; null: it is on its way. */
  failure: ApiError | null;
  /** What is said once it has been taken; null: nothing. */
  done: string | null;
}

/** What is on its way or was refused on this device, in the order of sending; it goes with the page, unlike texts. */
export const uploads = createStore<{ all: readonly Upload[] }>(() => ({ all: [] }));

// What would go with the page is not lost without a question of the browser, wherever in the app its author is.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();
uploads.subscribe(({ all }) => {
  if (all.length > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

const aborts = new Map<string, AbortController>();
const lines = new Map<number, Promise<void>>();
const hearers = new Set<(message: Message) => void>();

function change(uuid: string, values: Partial<Upload>): void {
  uploads.setState(({ all }) => ({ all: all.map((one) => (one.uuid === uuid ? { ...one, ...values } : one)) }));
}

function remove(uuid: string): void {
  const gone = uploads.getState().all.find((one) => one.uuid === uuid);
  for (const shown of [gone?.picture, gone?.voice]) if (shown) URL.revokeObjectURL(shown.url);
  uploads.setState(({ all }) => ({ all: all.filter((one) => one.uuid !== uuid) }));
}

/** In a form everything is text. */
const toMentionFields = (mentions: readonly Mention[]) =>
  mentions.length === 0 ? {} : { mentions: mentions.map(({ user, at, length }) => `${user} ${at} ${length}`) };

const toVoiceFields = ({ seconds, wave }: Voice) => ({ duration_in_seconds: String(seconds), wave });

async function run(upload: Upload): Promise<void> {
  const { uuid, chatId, content, mentions, reply_uuid, file, altName, isOriginal, voice, done } = upload;
  const controller = aborts.get(uuid);
  if (!controller || controller.signal.aborted) return;
  const sent = isOriginal ? file : await shrinkPicture(file);
  const params = { chatId: String(chatId) };
  const text = { uuid, content, ...(reply_uuid && { reply_uuid }) };
  const files = [{ name: sent.name, content: sent }];
  const send = fetchWithProgress((progress) => change(uuid, { progress }));
  const options = { signal: controller.signal, timeout: UPLOAD_TIMEOUT, retries: 0, messages: false, fetch: send };
  try {
    const { data } = voice
      ? await client.call(chatApi.sendVoice, { params, body: { ...text, ...toVoiceFields(voice) }, files }, options)
      : await client.call(
          chatApi.send,
          {
            params,
            body: { ...text, ...toMentionFields(mentions), ...(altName && { file_alt_name: altName }) },
            files,
          },
          options,
        );
    for (const hear of hearers) hear(data);
    remove(uuid);
    if (done) toasts.show('success', done);
  } catch (thrown) {
    // Whoever stops it has taken it out already.
    if (!controller.signal.aborted) change(uuid, { failure: ApiError.from(thrown) });
  }
}

/** One after the other in each chat: together they would all be slow. */
function start(upload: Upload): void {
  aborts.set(upload.uuid, new AbortController());
  const line = (lines.get(upload.chatId) ?? Promise.resolve()).then(() => run(upload));
  lines.set(upload.chatId, line);
}

/** Sends files, each as a message of its own: the text goes with the first. */
export function sendFiles(
  files: readonly ChosenFile[],
  {
    content,
    mentions,
    reply_uuid,
    ...place
  }: Pick<Upload, 'chatId' | 'content' | 'mentions' | 'reply_uuid' | 'isOriginal'> & { done: string },
): void {
  const owner = sessionStore.get()?.uuid ?? '';
  const added = files.map((file, index): Upload => {
    const text = index === 0 ? { content, mentions, reply_uuid } : { content: '', mentions: [], reply_uuid: null };
    return { ...file, ...place, ...text, owner, voice: null, progress: 0, failure: null };
  });
  add(added);
}

/** Sends a recording, on the way that files go. */
export function sendVoice(
  { content: recorded, seconds, wave }: Recorded,
  { name, ...place }: Pick<Upload, 'chatId' | 'content' | 'reply_uuid'> & { name: string },
): void {
  const type = recorded.type.split(';')[0] ?? '';
  const file = new File([recorded], `${name}.${voiceExtensionOf(type)}`, { type });
  const voice = { seconds, wave, url: URL.createObjectURL(recorded) };
  const chosen = { uuid: crypto.randomUUID(), file, picture: null, altName: '', isOriginal: true, mentions: [] };
  const owner = sessionStore.get()?.uuid ?? '';
  add([{ ...chosen, ...place, voice, owner, progress: 0, failure: null, done: null }]);
}

function add(added: readonly Upload[]): void {
  uploads.setState(({ all }) => ({ all: [...all, ...added] }));
  for (const upload of added) start(upload);
}

/** Once more, with the same uuid: should it have arrived after all, it stays one message. */
export function resendFile(uuid: string): void {
  change(uuid, { progress: 0, failure: null });
  const upload = uploads.getState().all.find((one) => one.uuid === uuid);
  if (upload) start(upload);
}

/** Stops an upload and forgets it. */
export function discardFile(uuid: string): void {
  aborts.get(uuid)?.abort();
  aborts.delete(uuid);
  remove(uuid);
}

/** Is told what the server has taken. Returns the end of that. */
export function onUploaded(hear: (message: Message) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

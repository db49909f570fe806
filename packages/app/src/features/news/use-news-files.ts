import { FILE_MAXIMUM_BYTES, type FileEntry, UPLOAD_TIMEOUT } from '@kreide/core/features/files';
import { NEWS_FILES_MAXIMUM, newsApi } from '@kreide/core/features/news';
import { ApiError } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import { toMegabytes } from '../../kernel/chosen-files.ts';
import { client } from '../../kernel/client.ts';
import { shrinkPicture } from '../../kernel/picture.ts';
import { fetchWithProgress } from '../../kernel/upload-request.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { NewsFormState } from './use-news-form.ts';

/** A file that is on its way, or was not taken. */
export interface PendingFile {
  readonly key: string;
  readonly file: File;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it was not taken; null: it is on its way. */
  readonly failure: string | null;
}

/** The files of an item that is being written: they are uploaded when they are chosen, one after the other. */
export function useNewsFiles(form: NewsFormState) {
  const { t } = useTranslation('news');
  const [pending, setPending] = useState<readonly PendingFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const present = useRef(form);
  present.current = form;
  const aborts = useRef(new Map<string, AbortController>());
  const line = useRef(Promise.resolve());
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const set = (key: string, values: Partial<PendingFile>) =>
    setPending((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)));

  async function run({ key, file }: PendingFile): Promise<void> {
    const controller = aborts.current.get(key);
    if (!controller || controller.signal.aborted) return;
    try {
      // Neither the place nor the device goes along with a picture.
      const sent = await shrinkPicture(file);
      const { data } = await client.call(
        newsApi.upload,
        { files: [{ name: sent.name, content: sent }] },
        {
          signal: controller.signal,
          timeout: UPLOAD_TIMEOUT,
          retries: 0,
          messages: false,
          fetch: fetchWithProgress((progress) => set(key, { progress })),
        },
      );
      present.current.change(({ files }) => ({ files: [...files, ...data] }));
      forget(key);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      const failure = ApiError.from(thrown);
      set(key, { failure: failure.issues[0]?.message ?? failure.message });
    }
  }

  function start(one: PendingFile): void {
    aborts.current.set(one.key, new AbortController());
    line.current = line.current.then(() => run(one));
  }

  function forget(key: string): void {
    aborts.current.delete(key);
    setPending((all) => all.filter((one) => one.key !== key));
  }

  return {
    pending,
    problem,
    /** Something is on its way: what is sent now would lack it. */
    isUploading: pending.some(({ failure }) => failure === null),
    add(chosen: readonly File[]) {
      setProblem(null);
      const large = chosen.find(({ size }) => size > FILE_MAXIMUM_BYTES);
      if (large) setProblem(t('files.tooLarge', { name: large.name, maximum: toMegabytes(FILE_MAXIMUM_BYTES) }));
      const fitting = chosen.filter(({ size }) => size <= FILE_MAXIMUM_BYTES);
      const free = NEWS_FILES_MAXIMUM - form.values.files.length - pending.length;
      if (fitting.length > free) setProblem(t('rules.filesMax', { maximum: NEWS_FILES_MAXIMUM }));
      const added = fitting
        .slice(0, Math.max(0, free))
        .map((file) => ({ key: crypto.randomUUID(), file, progress: 0, failure: null }));
      setPending((all) => [...all, ...added]);
      for (const one of added) start(one);
    },
    abort(key: string) {
      aborts.current.get(key)?.abort();
      forget(key);
    },
    retry(one: PendingFile) {
      set(one.key, { progress: 0, failure: null });
      start(one);
    },
    remove({ uuid }: FileEntry) {
      form.change(({ files, preview }) => ({
        files: files.filter((file) => file.uuid !== uuid),
        preview: preview === uuid ? '' : preview,
      }));
      const isSaved = form.item?.attachments.some((file) => file.uuid === uuid);
      // One that is never asked for again goes at night, should this not reach the server.
      if (!isSaved)
        void client
          .call(newsApi.deleteAttachments, { body: { attachments: [uuid] } }, { messages: false })
          .catch(() => {});
    },
    describe: (uuid: string, alt_name: string) =>
      form.change(({ files }) => ({ files: files.map((file) => (file.uuid === uuid ? { ...file, alt_name } : file)) })),
  };
}
export type NewsFiles = ReturnType<typeof useNewsFiles>;

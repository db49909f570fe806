import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toMegabytes } from '../../kernel/chosen-files.ts';
import { measurePicture } from '../../kernel/picture.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import type { ChosenFile } from './uploads.ts';

/** Files that are sent together, each as a message. */
const FILES_MAXIMUM = 10;

/** The files that somebody has chosen for their next message, by a button, dropped into the window or pasted. */
export function useAttachments(isTaking: boolean) {
  const { t } = useTranslation('chat');
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDragging, setDragging] = useState(false);
  const present = useRef(files);
  present.current = files;

  async function add(chosen: readonly File[]): Promise<void> {
    setProblem(null);
    const large = chosen.find(({ size }) => size > FILE_MAXIMUM_BYTES);
    if (large) setProblem(t('tooLarge', { name: large.name, maximum: toMegabytes(FILE_MAXIMUM_BYTES) }));
    const fitting = chosen.filter((file) => file.size <= FILE_MAXIMUM_BYTES);
    const taken = fitting.slice(0, FILES_MAXIMUM - present.current.length);
    if (taken.length < fitting.length) setProblem(t('tooMany', { maximum: FILES_MAXIMUM }));
    const added = await Promise.all(
      taken.map(async (file): Promise<ChosenFile> => {
        const size = file.type.startsWith('image/') ? await measurePicture(file) : null;
        const picture = size && { ...size, url: URL.createObjectURL(file) };
        return { uuid: crypto.randomUUID(), file, picture, altName: '' };
      }),
    );
    setFiles((all) => [...all, ...added]);
  }

  const drop = useEffectEvent((event: DragEvent) => {
    const dropped = [...(event.dataTransfer?.files ?? [])];
    setDragging(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser opens the file, and what was written is gone.
    event.preventDefault();
    if (isTaking) void add(dropped);
  });
  const hover = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setDragging(isTaking);
  });
  useEffect(() => {
    const leave = (event: DragEvent) => event.relatedTarget === null && setDragging(false);
    const over = (event: DragEvent) => hover(event);
    const fall = (event: DragEvent) => drop(event);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', fall);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', fall);
    };
  }, []);

  return {
    ...{ files, problem, isDragging },
    add: (chosen: readonly File[]) => void add(chosen),
    describe: (uuid: string, altName: string) =>
      setFiles((all) => all.map((one) => (one.uuid === uuid ? { ...one, altName } : one))),
    remove: ({ uuid, picture }: ChosenFile) => {
      if (picture) URL.revokeObjectURL(picture.url);
      setProblem(null);
      setFiles((all) => all.filter((one) => one.uuid !== uuid));
    },
    /** They have been handed on. */
    clear: () => {
      setProblem(null);
      setFiles([]);
    },
  };
}

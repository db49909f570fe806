import { FILE_MAXIMUM_BYTES } from '@kreide/core/features/files';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';
import { toMegabytes } from '../../kernel/chosen-files.ts';
import { measurePicture } from '../../kernel/picture.ts';
import { session } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import {
  addChosen,
  changeChosen,
  chosenFiles,
  chosenKeyOf,
  describeChosen,
  FILES_MAXIMUM,
  forgetOnSignOut,
  NOTHING_CHOSEN,
  removeChosen,
} from './chosen-files.ts';
import type { ChosenFile } from './uploads.ts';

// What would go with the page is not lost without a question of the browser, wherever in the app its author is.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();
chosenFiles.subscribe((all) => {
  if (Object.values(all).some(({ files }) => files.length > 0)) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
});

forgetOnSignOut(session);

async function measure(file: File): Promise<ChosenFile['picture']> {
  const size = file.type.startsWith('image/') ? await measurePicture(file) : null;
  return size && { ...size, url: URL.createObjectURL(file) };
}

/**
 * The files that somebody has chosen for their next message in a chat, by a button, dropped into the window or pasted. They
 * are kept while their author looks at another page of the app.
 */
export function useAttachments(account: string, chatId: number, isTaking: boolean) {
  const { t } = useTranslation('chat');
  const key = chosenKeyOf(account, chatId);
  const { files, isOriginal } = useStore(chosenFiles, (all) => all[key] ?? NOTHING_CHOSEN);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDragging, setDragging] = useState(false);

  function add(chosen: readonly File[]): void {
    const large = chosen.find(({ size }) => size > FILE_MAXIMUM_BYTES);
    const fitting = chosen.filter((file) => file.size <= FILE_MAXIMUM_BYTES);
    setProblem(large ? t('tooLarge', { name: large.name, maximum: toMegabytes(FILE_MAXIMUM_BYTES) }) : null);
    if (addChosen(key, fitting, measure) > 0) setProblem(t('tooMany', { maximum: FILES_MAXIMUM }));
  }

  const drop = useEffectEvent((event: DragEvent) => {
    const dropped = [...(event.dataTransfer?.files ?? [])];
    setDragging(false);
    if (!event.dataTransfer?.types.includes('Files')) return;
    // Otherwise the browser opens the file, and what was written is gone.
    event.preventDefault();
    if (isTaking) add(dropped);
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
    files,
    isOriginal,
    problem,
    isDragging,
    add,
    setOriginal: (value: boolean) => changeChosen(key, (known) => ({ ...known, isOriginal: value })),
    describe: (uuid: string, altName: string) => describeChosen(key, uuid, altName),
    remove: (file: ChosenFile) => {
      setProblem(null);
      removeChosen(key, file);
    },
    /** They have been handed on. */
    clear: () => {
      setProblem(null);
      changeChosen(key, () => NOTHING_CHOSEN);
    },
  };
}

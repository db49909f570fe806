import type { RichTextEditorProps } from '../ui/rich-text/index.ts';
import { useTranslation } from './use-translation.ts';

/** The texts of every editor, which are those of the news. */
export function useEditorTexts(): RichTextEditorProps['texts'] {
  const { t } = useTranslation('news');
  return {
    toolbar: t('editor.toolbar'),
    bold: t('editor.bold'),
    italic: t('editor.italic'),
    heading: t('editor.heading'),
    subheading: t('editor.subheading'),
    bulletList: t('editor.bulletList'),
    orderedList: t('editor.orderedList'),
    link: t('editor.link'),
    undo: t('editor.undo'),
    redo: t('editor.redo'),
    linkAddress: t('editor.linkAddress'),
    linkApply: t('editor.linkApply'),
    linkRemove: t('editor.linkRemove'),
    linkCancel: t('editor.linkCancel'),
    linkInvalid: t('editor.linkInvalid'),
    notHeld: t('editor.notHeld'),
  };
}

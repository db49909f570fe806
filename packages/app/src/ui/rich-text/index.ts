import { lazy } from 'react';

export type { RichTextEditorProps } from './RichTextEditor.tsx';

/** The editor; its code loads when it is first shown. */
export const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

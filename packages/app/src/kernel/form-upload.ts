import type { FormUpload } from '@kreide/core/features/files';

/** A chosen file with the content that is sent. */
export interface ChosenFile extends FormUpload {
  readonly file: File;
}

/** A file as a form has it; nothing of it has been read. A drawing (svg) is not shown: it could fetch something from elsewhere. */
export function toChosenFile(file: File, previewBytes: number): ChosenFile {
  const { name, size, type } = file;
  const can_show_preview = type.startsWith('image/') && type !== 'image/svg+xml' && size <= previewBytes;
  return { id: crypto.randomUUID(), name, value: null, size, can_show_preview, alt_name: '', file };
}

/** Its content for a preview; null: nothing is shown of it, or it cannot be read any more. */
export function readValue({ file, can_show_preview }: ChosenFile): Promise<string | null> {
  if (!can_show_preview) return Promise.resolve(null);
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(file);
  });
}

import { WRITTEN } from '../ui/written.ts';

const checks = new Set<() => boolean>();

/** Registers somebody who knows of unsaved changes. @returns ends it */
export function watchUnsaved(isChanged: () => boolean): () => void {
  checks.add(isChanged);
  return () => checks.delete(isChanged);
}

/** Whether a reload would lose what a person wrote: a changed form, or the field that is being typed in. */
export function hasUnsaved(): boolean {
  if ([...checks].some((isChanged) => isChanged())) return true;
  const field = document.activeElement?.closest<HTMLInputElement>(WRITTEN);
  return field ? field.isContentEditable || field.value !== '' : false;
}

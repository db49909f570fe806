import { useEffect, useRef } from 'react';

/** Takes files that are dropped anywhere on an element; the buttons on it do the same for everybody else. */
export function useFileDrop<E extends HTMLElement>(isTaking: boolean, onFiles: (files: readonly File[]) => void) {
  const element = useRef<E>(null);
  const hear = useRef(onFiles);
  hear.current = onFiles;
  useEffect(() => {
    const place = element.current;
    if (!place || !isTaking) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      hear.current([...(event.dataTransfer?.files ?? [])]);
    };
    place.addEventListener('dragover', allow);
    place.addEventListener('drop', take);
    return () => {
      place.removeEventListener('dragover', allow);
      place.removeEventListener('drop', take);
    };
  }, [isTaking]);
  return element;
}

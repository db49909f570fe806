/** The elements of the widgets package as the server serves them; the app bundles none of them. */
export type ElementName = 'monitor' | 'news' | 'timetable';

const loading = new Map<ElementName, Promise<unknown>>();

/** Resolves when `<kreide-…>` is defined; a script that failed to load is requested again the next time. */
export function loadElement(name: ElementName): Promise<unknown> {
  if (customElements.get(`kreide-${name}`)) return Promise.resolve();
  const known = loading.get(name);
  if (known) return known;
  const loaded = new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `/widgets/kreide-${name}.js`;
    script.onload = resolve;
    script.onerror = () => {
      loading.delete(name);
      script.remove();
      reject(new Error(`No script ${script.src}`));
    };
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

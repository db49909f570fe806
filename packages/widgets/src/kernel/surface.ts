/** One attribute of an element. */
export interface AttributeSurface {
  /** Used while the attribute is missing or empty; null: no default. */
  readonly initial: string | null;
  /** The allowed values, where they are few. */
  readonly values?: readonly string[];
  readonly doc: string;
}

/** One event of an element; all of them bubble and leave the shadow root. */
export interface EventSurface {
  /** Fields of `event.detail` with their TypeScript types. */
  readonly detail: Readonly<Record<string, string>>;
  readonly doc: string;
}

/** A custom property that an element reads. */
export interface PropertySurface {
  readonly initial: string;
  readonly doc: string;
}

/**
 * The public interface of an element, written once: the custom elements manifest, the types of the tags in JSX and
 * docs/embedding.md are generated from it (`npm run generate`), and the element reads its attributes and defaults from
 * it. The built files leave out the descriptions.
 */
export interface Surface {
  readonly tag: `kreide-${string}`;
  /** Name of the class. */
  readonly name: string;
  readonly summary: string;
  readonly attributes: Readonly<Record<string, AttributeSurface>>;
  readonly events: Readonly<Record<string, EventSurface>>;
  readonly parts: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, PropertySurface>>;
}

type Camel<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

/** The attributes of a surface by their names in code; those without a default may be null. */
export type ValuesOf<S extends Surface> = {
  readonly [Name in keyof S['attributes'] & string as Camel<Name>]: S['attributes'][Name]['initial'] extends string
    ? string
    : string | null;
};

/** Converts `entity-id` to `entityId`. */
export function toCamel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Custom properties that every element reads besides its own; the same as those of a branding. */
export const SHARED_PROPERTIES: Readonly<Record<string, PropertySurface>> = {
  '--kreide-font-sans': { initial: 'system-ui, …', doc: 'Font of all texts.' },
  '--kreide-font-heading': { initial: 'the font of all texts', doc: 'Font of headings.' },
  '--kreide-font-size': { initial: '16px', doc: 'Size that all others follow, grid and monitor too; a length.' },
  '--kreide-scale': { initial: '1', doc: 'Factor of all sizes: `1.25` is a quarter larger.' },
  '--kreide-color-surface': { initial: 'white, near black in dark mode', doc: 'Ground of the element.' },
  '--kreide-color-surface-sunken': { initial: 'light grey', doc: 'Ground of quieter areas.' },
  '--kreide-color-surface-hover': { initial: 'light grey', doc: 'Ground of buttons below the pointer.' },
  '--kreide-color-border': { initial: 'light grey', doc: 'Lines.' },
  '--kreide-color-text': { initial: 'near black', doc: 'Text.' },
  '--kreide-color-text-muted': { initial: 'dark grey', doc: 'Quieter text; keep 4.5 : 1 on the ground.' },
  '--kreide-color-accent': { initial: 'dark green', doc: 'Accent: today, chosen buttons, the head of the monitor.' },
  '--kreide-color-on-accent': { initial: 'white', doc: 'Text on the accent; keep 4.5 : 1.' },
  '--kreide-color-accent-text': { initial: 'dark green', doc: 'Links; keep 4.5 : 1 on the ground.' },
  '--kreide-color-focus': { initial: 'blue', doc: 'Ring around what has the keyboard focus.' },
  '--kreide-radius-1': { initial: '6px', doc: 'Corners of lessons and buttons.' },
  '--kreide-radius-2': { initial: '10px', doc: 'Corners of cards.' },
  '--kreide-space-4': { initial: '16px', doc: 'Space between cards and around them.' },
};

import r2wc from '@r2wc/react-to-web-component';
import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import base from './base.css?inline';
import { adopt, keepTag } from './sheets.ts';
import { type Surface, toCamel, type ValuesOf } from './surface.ts';
import { useSurroundings } from './surroundings.ts';
import { isTooOld, tooOldElement } from './too-old.ts';

/** Props of the component behind an element. */
export interface WidgetProps<S extends Surface> {
  /** The attributes, with defaults. */
  readonly values: ValuesOf<S>;
  /** The element itself. */
  readonly host: HTMLElement;
  /** Dispatches one of the documented events; false when the page has prevented what follows. */
  readonly send: (event: keyof S['events'] & string, detail: Record<string, unknown>) => boolean;
}

type Raw = Readonly<Record<string, unknown>> & { readonly container: ShadowRoot };

const PROPS: unique symbol = Symbol.for('r2wc.props') as never;
const RENDER: unique symbol = Symbol.for('r2wc.render') as never;
const CONNECTED: unique symbol = Symbol.for('r2wc.connected') as never;
/** What r2wc stores inside an element, under registered symbols. */
interface Inside extends HTMLElement {
  connectedCallback(): void;
  [PROPS]: Record<string, unknown>;
  [CONNECTED]: boolean;
  [RENDER](): void;
}

/**
 * Creates a custom element class from a surface and a React component (D-2.05): an open shadow root, styles by adopted
 * sheets, string attributes that may change at any time, also back to empty or missing (r2wc alone ignores those),
 * events that bubble and leave the shadow root. Does not register it.
 */
export function defineWidget<const S extends Surface>(
  surface: S,
  Component: ComponentType<WidgetProps<S>>,
  styles: readonly string[],
): CustomElementConstructor {
  const attributes = Object.entries(surface.attributes).map(([name, { initial }]) => [toCamel(name), initial] as const);

  function Element(raw: Raw) {
    const host = raw.container.host as HTMLElement;
    const dir = useSurroundings(host) ?? undefined;
    const values = Object.fromEntries(attributes.map(([name, initial]) => [name, raw[name] || initial]));
    const content = createElement(Component, {
      values: values as ValuesOf<S>,
      host,
      send: (event, detail) =>
        host.dispatchEvent(new CustomEvent(event, { detail, bubbles: true, composed: true, cancelable: true })),
    });
    return createElement('div', { className: 'k-root', part: 'root', dir }, content);
  }

  const Base = r2wc(Element, {
    shadow: 'open',
    props: Object.fromEntries(attributes.map(([name]) => [name, 'string'])) as never,
  }) as new () => Inside;

  return class extends Base {
    constructor() {
      super();
      // Its attributes are told one by one before it is on the page, and each would be drawn and asked for.
      this[CONNECTED] = false;
      adopt(this.shadowRoot as ShadowRoot, [base, ...styles]);
    }

    /** Rendered before the browser paints: an empty frame would make the page jump (D-2.13). */
    override connectedCallback(): void {
      // Values that a page set before the class was known lie on the element and hide the class's own properties.
      for (const [name] of attributes) {
        if (!Object.keys(this).includes(name)) continue;
        const own = this as unknown as Record<string, unknown>;
        const value = own[name];
        delete own[name];
        own[name] = value;
      }
      flushSync(() => super.connectedCallback());
      keepTag(this.shadowRoot as ShadowRoot);
    }

    attributeChangedCallback(name: string, _before: string | null, after: string | null): void {
      this[PROPS][toCamel(name)] = after || undefined;
      this[RENDER]();
    }
  };
}

/** Registers an element under its tag unless another script has: a page may load the bundle and a single element. */
export function register(tag: string, create: () => CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, isTooOld() ? tooOldElement() : create());
}

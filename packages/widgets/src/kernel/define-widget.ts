import r2wc from '@r2wc/react-to-web-component';
import { type ComponentType, createElement } from 'react';
import { flushSync } from 'react-dom';
import base from './base.css?inline';
import { adopt } from './sheets.ts';
import { type Surface, toCamel, type ValuesOf } from './surface.ts';

/** Props of the component behind an element. */
export interface WidgetProps<S extends Surface> {
  /** The attributes, with defaults. */
  readonly values: ValuesOf<S>;
  /** The element itself. */
  readonly host: HTMLElement;
  /** Dispatches one of the documented events. */
  readonly send: (event: keyof S['events'] & string, detail: Record<string, unknown>) => void;
}

type Raw = Readonly<Record<string, unknown>> & { readonly container: ShadowRoot };

const PROPS: unique symbol = Symbol.for('r2wc.props') as never;
const RENDER: unique symbol = Symbol.for('r2wc.render') as never;
/** What r2wc stores inside an element, under registered symbols. */
interface Inside extends HTMLElement {
  connectedCallback(): void;
  [PROPS]: Record<string, unknown>;
  [RENDER]: () => void;
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
  const events = Object.keys(surface.events);

  function Element(raw: Raw) {
    const values = Object.fromEntries(attributes.map(([name, initial]) => [name, raw[name] || initial]));
    const content = createElement(Component, {
      values: values as ValuesOf<S>,
      host: raw.container.host as HTMLElement,
      send: (event, detail) => (raw[`on${event}`] as (detail: unknown) => void)(detail),
    });
    return createElement('div', { className: 'k-root', part: 'root' }, content);
  }

  const Base = r2wc(Element, {
    shadow: 'open',
    props: Object.fromEntries(attributes.map(([name]) => [name, 'string'])) as never,
    events: Object.fromEntries(events.map((event) => [`on${event}`, { bubbles: true, composed: true }])) as never,
  }) as new () => Inside & {
    attributeChangedCallback(name: string, before: string | null, after: string | null): void;
  };

  return class extends Base {
    constructor() {
      super();
      adopt(this.shadowRoot as ShadowRoot, [base, ...styles]);
    }

    /** Rendered before the browser paints: an empty frame would make the page jump (D-2.13). */
    override connectedCallback(): void {
      flushSync(() => super.connectedCallback());
    }

    override attributeChangedCallback(name: string, before: string | null, after: string | null): void {
      if (after) {
        super.attributeChangedCallback(name, before, after);
        return;
      }
      this[PROPS][toCamel(name)] = undefined;
      this[RENDER]();
    }
  };
}

/** Registers an element under its tag unless another script has: a page may load the bundle and a single element. */
export function register(tag: string, create: () => CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, create());
}

import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { classes } from './classes.ts';
import styles from './Tabs.module.css';

/** The header of one tab. Both are required (C-5.13). */
export interface TabHeader<Id extends string> {
  id: Id;
  text: string;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the row of tabs. */
  label: string;
  tabs: readonly TabHeader<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}

/**
 * Says in development and tests which tab lacks its id or its text (C-5.13): data of a server may be empty where the type
 * promises a text.
 */
function requireHeaders(tabs: readonly Partial<TabHeader<string>>[]): void {
  for (const [index, { id, text }] of tabs.entries())
    if (!id || !text) throw new TypeError(`Tab ${index + 1} has no ${id ? 'text' : 'id'}`);
}

/** Parts of a page of which one is on screen; the arrow keys go between them. For a setting with few values: `SegmentedControl`. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  if (!import.meta.env.PROD) requireHeaders(tabs);
  return (
    <AriaTabs className={classes(styles.tabs)} selectedKey={value} onSelectionChange={(key) => onChange(key as Id)}>
      <TabList aria-label={label} className={classes(styles.list)}>
        {tabs.map(({ id, text }) => (
          <Tab key={id} id={id} className={classes(styles.tab)}>
            {text}
          </Tab>
        ))}
      </TabList>
      {/* A panel keeps the name that it was made with: each tab has one of its own. */}
      <TabPanel key={value} id={value} className={classes(styles.panel)}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}

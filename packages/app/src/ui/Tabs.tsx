import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { classes } from './classes.ts';
import styles from './Tabs.module.css';

/** A tab needs an id and a text (C-5.13). */
export interface TabItem {
  id: string;
  text: string;
  content: ReactNode;
}

interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Panels of one page, one shown at a time. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect(String(key))}>
      <TabList aria-label={label} className={classes(styles.list)}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={classes(styles.tab)}>
            {tab.text}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={classes(styles.panel)}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

import { useState } from 'react';
import { Checkbox } from '../../../packages/app/src/ui/Checkbox.tsx';
import { ChoiceList } from '../../../packages/app/src/ui/ChoiceList.tsx';
import { SegmentedControl } from '../../../packages/app/src/ui/SegmentedControl.tsx';
import { Select } from '../../../packages/app/src/ui/Select.tsx';
import { Switch } from '../../../packages/app/src/ui/Switch.tsx';
import { Tabs } from '../../../packages/app/src/ui/Tabs.tsx';
import { Piece, Wide } from '../Piece.tsx';

const VIEWS = ['Day', 'Week', 'Month'].map((text) => ({ key: text, id: text, text, label: text }));

/** What is chosen from. */
export function Choices() {
  const [view, setView] = useState('Week');
  return (
    <>
      <Piece name="Checkbox">
        <Checkbox>Not chosen</Checkbox>
        <Checkbox defaultSelected>Chosen</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
      </Piece>
      <Piece name="Switch">
        <Switch>Off</Switch>
        <Switch defaultSelected>On</Switch>
        <Switch isDisabled>Disabled</Switch>
      </Piece>
      <Piece name="ChoiceList">
        <Wide>
          <ChoiceList label="View" options={VIEWS} value={view} onChange={setView} />
        </Wide>
      </Piece>
      <Piece name="SegmentedControl">
        <SegmentedControl label="View of the plan" segments={VIEWS} value={view} onChange={setView} />
      </Piece>
      <Piece name="Tabs">
        <Wide>
          <Tabs label="Parts of the page" tabs={VIEWS} value={view} onChange={setView}>
            <p>What stands in “{view}”.</p>
          </Tabs>
        </Wide>
      </Piece>
      <Piece name="Select">
        <Wide>
          <Select label="Chosen view" options={VIEWS} value={view} onChange={setView} />
        </Wide>
      </Piece>
    </>
  );
}

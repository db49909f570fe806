import { Suspense, useState } from 'react';
import { DatePicker } from '../../../packages/app/src/ui/DatePicker.tsx';
import { DateTimePicker } from '../../../packages/app/src/ui/DateTimePicker.tsx';
import { FileDrop } from '../../../packages/app/src/ui/FileDrop.tsx';
import { PasswordField } from '../../../packages/app/src/ui/PasswordField.tsx';
import { RichTextEditor } from '../../../packages/app/src/ui/rich-text/index.ts';
import { SearchField } from '../../../packages/app/src/ui/SearchField.tsx';
import { TextField } from '../../../packages/app/src/ui/TextField.tsx';
import { TimeField } from '../../../packages/app/src/ui/TimeField.tsx';
import { Piece, Wide } from '../Piece.tsx';

const PASSWORD = { show: 'Show password', hide: 'Hide password', capsLock: 'Caps lock is on' };
const EDITOR = {
  toolbar: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  subheading: 'Subheading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  link: 'Link',
  undo: 'Undo',
  redo: 'Redo',
  linkAddress: 'Address of the link',
  linkApply: 'Apply',
  linkRemove: 'Remove',
  linkCancel: 'Cancel',
  linkInvalid: 'No address',
  notHeld: 'Cannot be edited here.',
};
const nothing = () => {};

/** What is typed into. */
export function Fields() {
  const [text, setText] = useState('');
  const [time, setTime] = useState('07:50');
  const [date, setDate] = useState('2026-11-18');
  const [moment, setMoment] = useState({ date: '2026-11-18', time: '07:52' });
  return (
    <>
      <Piece name="TextField">
        <Wide>
          <TextField label="Title" value={text} onChange={setText} placeholder="Sports day" />
        </Wide>
        <Wide>
          <TextField label="With icon and help" icon="user" description="As on your card" defaultValue="mona" />
        </Wide>
        <Wide>
          <TextField label="Wrong" errorMessage="At least two characters." defaultValue="x" />
        </Wide>
        <Wide>
          <TextField label="Disabled" isDisabled defaultValue="Not now" />
        </Wide>
        <Wide>
          <TextField label="Several lines" lines={3} defaultValue="As high as what is written." />
        </Wide>
      </Piece>
      <Piece name="FileDrop">
        <Wide>
          <FileDrop
            onAdd={() => {}}
            texts={{ drop: 'Drop files here', choose: 'Choose files', hint: 'Ten at most' }}
            chosen={{
              files: [new File(['x'], 'pupils.csv')],
              onRemove: () => {},
              label: 'Chosen files',
              remove: (name) => `Leave out ${name}`,
            }}
          />
        </Wide>
      </Piece>
      <Piece name="PasswordField">
        <Wide>
          <PasswordField label="Password" texts={PASSWORD} defaultValue="chalkdust" />
        </Wide>
        <Wide>
          <PasswordField label="Wrong password" texts={PASSWORD} errorMessage="At least 8 characters." />
        </Wide>
      </Piece>
      <Piece name="SearchField">
        <Wide>
          <SearchField label="Search" description="Names and actions" value={text} onChange={setText} />
        </Wide>
      </Piece>
      <Piece name="DatePicker">
        <Wide>
          <DatePicker
            label="Day"
            value={date}
            onChange={setDate}
            fallback="2026-11-19"
            min="2026-11-02"
            max="2026-12-24"
          />
        </Wide>
        <Wide>
          <DatePicker label="Wrong day" value="" onChange={nothing} fallback="" errorMessage="Choose a day." />
        </Wide>
      </Piece>
      <Piece name="DateTimePicker">
        <DateTimePicker
          label="Published on"
          value={moment}
          onChange={setMoment}
          fallback={{ date: '2026-11-19', time: '12:00' }}
          min="2026-11-18"
        />
      </Piece>
      <Piece name="TimeField">
        <Wide>
          <TimeField label="Begin" value={time} onChange={setTime} />
        </Wide>
        <Wide>
          <TimeField label="Wrong time" value="" onChange={nothing} errorMessage="Choose a time." />
        </Wide>
      </Piece>
      <Piece name="rich-text">
        <Suspense>
          <RichTextEditor
            label="Text"
            initial="<h2>Sports day</h2><p>With a <strong>bold</strong> word and a list:</p><ul><li>Shoes</li></ul>"
            onChange={nothing}
            texts={EDITOR}
          />
        </Suspense>
      </Piece>
    </>
  );
}

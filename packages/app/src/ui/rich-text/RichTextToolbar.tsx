import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Separator } from 'react-aria-components/Separator';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { Toolbar } from 'react-aria-components/Toolbar';
import { classes } from '../classes.ts';
import { LinkRow, type LinkRowTexts } from './LinkRow.tsx';
import styles from './RichText.module.css';
import { TOOL_PATHS, type Tool } from './tool-paths.ts';

export interface RichTextToolbarTexts extends LinkRowTexts, Record<Tool, string> {
  /** Accessible name of the toolbar. */
  toolbar: string;
}

type Mark = Exclude<Tool, 'undo' | 'redo' | 'link'>;

const TOGGLES: Record<Mark, { is: (editor: Editor) => boolean; toggle: (editor: Editor) => void }> = {
  bold: { is: (e) => e.isActive('bold'), toggle: (e) => e.chain().focus().toggleBold().run() },
  italic: { is: (e) => e.isActive('italic'), toggle: (e) => e.chain().focus().toggleItalic().run() },
  heading: {
    is: (e) => e.isActive('heading', { level: 2 }),
    toggle: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  subheading: {
    is: (e) => e.isActive('heading', { level: 3 }),
    toggle: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  bulletList: { is: (e) => e.isActive('bulletList'), toggle: (e) => e.chain().focus().toggleBulletList().run() },
  orderedList: { is: (e) => e.isActive('orderedList'), toggle: (e) => e.chain().focus().toggleOrderedList().run() },
};
const GROUPS: readonly (readonly Mark[])[] = [
  ['bold', 'italic'],
  ['heading', 'subheading'],
  ['bulletList', 'orderedList'],
];
const MARKS = GROUPS.flat();

/** The editor's toolbar: one Tab stop, arrow keys between the tools; active ones are pressed. */
export function RichTextToolbar({ editor, texts }: { editor: Editor; texts: RichTextToolbarTexts }) {
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      active: MARKS.filter((mark) => TOGGLES[mark].is(editor)),
      isLink: editor.isActive('link'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  });
  const toggle = (tool: Tool, isSelected: boolean, onChange: () => void) => (
    <ToggleButton
      key={tool}
      aria-label={texts[tool]}
      isSelected={isSelected}
      onChange={onChange}
      className={classes(styles.tool)}
    >
      <ToolIcon tool={tool} />
    </ToggleButton>
  );
  const step = (tool: 'undo' | 'redo', isEnabled: boolean, onPress: () => void) => (
    <AriaButton aria-label={texts[tool]} isDisabled={!isEnabled} onPress={onPress} className={classes(styles.tool)}>
      <ToolIcon tool={tool} />
    </AriaButton>
  );
  return (
    <>
      <Toolbar aria-label={texts.toolbar} className={classes(styles.toolbar)}>
        {GROUPS.map((group) => [
          ...group.map((mark) => toggle(mark, state.active.includes(mark), () => TOGGLES[mark].toggle(editor))),
          <Separator key={`after ${group[0]}`} orientation="vertical" className={classes(styles.separator)} />,
        ])}
        {toggle('link', state.isLink, () => setLinking(true))}
        <Separator orientation="vertical" className={classes(styles.separator)} />
        {step('undo', state.canUndo, () => editor.chain().focus().undo().run())}
        {step('redo', state.canRedo, () => editor.chain().focus().redo().run())}
      </Toolbar>
      {isLinking && <LinkRow editor={editor} texts={texts} onClose={() => setLinking(false)} />}
    </>
  );
}

function ToolIcon({ tool }: { tool: Tool }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={TOOL_PATHS[tool]} />
    </svg>
  );
}

import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useState } from 'react';
import { classes } from '../classes.ts';
import fieldStyles from '../Field.module.css';
import { Icon } from '../Icon.tsx';
import { contentOf } from './content.ts';
import { EXTENSIONS } from './extensions.ts';
import { cleanPasted } from './pasted.ts';
import styles from './RichText.module.css';
import { RichTextToolbar, type RichTextToolbarTexts } from './RichTextToolbar.tsx';

export interface RichTextEditorProps {
  label: string;
  /** Sanitised initial HTML: only the first one counts, a new `key` starts over. */
  initial: string;
  /** Called with the HTML of each change; with exactly `initial` while the content is unchanged. */
  onChange: (html: string) => void;
  errorMessage?: string | undefined;
  texts: RichTextToolbarTexts & {
    /** Why a text with unsupported content is read-only. */
    notHeld: string;
  };
}

/** A text with simple formatting. Read-only when the editor would lose some of the content, such as a table. */
export function RichTextEditor({ label, initial: given, onChange, errorMessage, texts }: RichTextEditorProps) {
  const id = useId();
  // A form hands in what stands in it, which follows the editor.
  const [initial] = useState(given);
  const [first, setFirst] = useState<string | null>(null);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: initial,
    injectCSS: false,
    editorProps: {
      transformPastedHTML: cleanPasted,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        class: classes(styles.text),
        ...(errorMessage ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
      },
    },
    onCreate: ({ editor }) => setFirst(editor.getHTML()),
    onUpdate: ({ editor }) => {
      const html = editor.getHTML();
      onChange(html === first ? initial : html);
    },
  });
  const isHeld = first === null || contentOf(first) === contentOf(initial);
  return (
    <div className={fieldStyles.field} data-invalid={errorMessage ? true : undefined}>
      <span id={`${id}-label`} className={fieldStyles.label}>
        {label}
      </span>
      {isHeld ? (
        <div className={classes(fieldStyles.frame, styles.frame)}>
          <RichTextToolbar editor={editor} texts={texts} />
          <EditorContent editor={editor} />
        </div>
      ) : (
        <>
          <p className={fieldStyles.hint}>
            <Icon name="info" size={16} /> {texts.notHeld}
          </p>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised, as its caller promises */}
          <div className={classes(styles.text, styles.shown)} dangerouslySetInnerHTML={{ __html: initial }} />
        </>
      )}
      {errorMessage && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          <Icon name="alert" size={16} /> {errorMessage}
        </p>
      )}
    </div>
  );
}

import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../Button.tsx';
import { TextField } from '../TextField.tsx';
import { toLinkAddress } from './links.ts';
import styles from './RichText.module.css';

export interface LinkRowTexts {
  linkAddress: string;
  linkApply: string;
  linkRemove: string;
  linkCancel: string;
  linkInvalid: string;
}

/** Asks for a link's address below the toolbar; without a selection the address becomes the link text. */
export function LinkRow({ editor, texts, onClose }: { editor: Editor; texts: LinkRowTexts; onClose: () => void }) {
  const [former] = useState<string>(() => editor.getAttributes('link').href ?? '');
  const [written, setWritten] = useState(former);
  const [isWrong, setWrong] = useState(false);

  function close() {
    onClose();
    editor.commands.focus();
  }
  function apply() {
    const href = toLinkAddress(written);
    if (href === null) {
      setWrong(true);
      return;
    }
    const hasText = !editor.state.selection.empty || former !== '';
    const link = { type: 'text', text: written.trim(), marks: [{ type: 'link', attrs: { href } }] };
    if (hasText) editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    else editor.chain().focus().insertContent(link).run();
    close();
  }
  function remove() {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Enter' && !(event.target instanceof HTMLInputElement)) return;
    // Neither submits the form around the editor nor closes the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else close();
  }
  return (
    <div className={styles.link} onKeyDownCapture={onKeyDown}>
      <TextField
        label={texts.linkAddress}
        autoFocus
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://"
        value={written}
        onChange={setWritten}
        errorMessage={isWrong ? texts.linkInvalid : undefined}
      />
      <div className={styles.buttons}>
        <Button look="primary" onPress={apply}>
          {texts.linkApply}
        </Button>
        {former !== '' && <Button onPress={remove}>{texts.linkRemove}</Button>}
        <Button look="quiet" onPress={close}>
          {texts.linkCancel}
        </Button>
      </div>
    </div>
  );
}

import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button, IconButton } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './FileDrop.module.css';
import { Icon } from './Icon.tsx';

interface ChosenFiles {
  files: readonly File[];
  onRemove: (file: File) => void;
  /** Name of the list. */
  label: string;
  remove: (name: string) => string;
}

interface FileDropProps {
  onAdd: (files: readonly File[]) => void;
  texts: { drop: string; choose: string; hint: string };
  isPending?: boolean;
  /** The extensions that the chooser offers, with their point; left out: all files. */
  accepted?: readonly string[];
  /** The files that wait until they are sent; without them they are sent at once. */
  chosen?: ChosenFiles;
}

/** Files dropped or chosen. The caller says which of them are taken. */
export function FileDrop({ onAdd, texts, isPending = false, accepted = [], chosen }: FileDropProps) {
  return (
    <>
      <DropZone
        aria-label={texts.drop}
        className={classes(styles.drop)}
        onDrop={async ({ items }) =>
          onAdd(await Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())))
        }
      >
        <Icon name="upload" size={32} />
        <p>{texts.drop}</p>
        <FileTrigger allowsMultiple acceptedFileTypes={accepted} onSelect={(list) => onAdd([...(list ?? [])])}>
          <Button isPending={isPending}>{texts.choose}</Button>
        </FileTrigger>
        <p className={styles.hint}>{texts.hint}</p>
      </DropZone>
      {chosen && chosen.files.length > 0 && (
        <ul className={styles.files} aria-label={chosen.label}>
          {chosen.files.map((file) => (
            <li key={file.name}>
              <span>{file.name}</span>
              <IconButton icon="trash" label={chosen.remove(file.name)} onPress={() => chosen.onRemove(file)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { type CloudFile, toEditPage } from '@kreide/core/features/cloud';

/**
 * What opens a file at the office server: its token goes there in the body of a form, so that it stands in no address, no history
 * and no log. Null: this reader does not edit it.
 */
export function toEditorForm({ meta }: Pick<CloudFile, 'meta'>): { submit(): void } | null {
  const { edit_uri, edit_access_token, edit_expires_at } = meta;
  if (edit_uri === null || edit_access_token === null || edit_expires_at === null) return null;
  const values = { access_token: edit_access_token, access_token_ttl: `${Date.parse(edit_expires_at)}` };
  return {
    submit() {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = edit_uri;
      for (const [name, value] of Object.entries(values)) {
        const field = document.createElement('input');
        field.type = 'hidden';
        field.name = name;
        field.value = value;
        form.append(field);
      }
      document.body.append(form);
      form.submit();
      form.remove();
    },
  };
}

/** Opens a file in a tab of its own, or in this one where the browser opens none by itself. */
export function openEditor(file: Pick<CloudFile, 'cloud_id' | 'uuid'>, instead: (address: string) => void): void {
  const address = toEditPage(file);
  const tab = window.open(address, '_blank');
  // The editor is another site: it learns nothing of the page that opened it.
  if (tab) tab.opener = null;
  else instead(address);
}

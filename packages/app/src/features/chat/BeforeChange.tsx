import { Component } from 'react';

/** Calls a function before each drawing of the component around it changes the page: hooks have nothing for that. */
export class BeforeChange extends Component<{ call: () => void }> {
  override getSnapshotBeforeUpdate(): null {
    this.props.call();
    return null;
  }
  // Without it React warns of the one above.
  override componentDidUpdate(): void {}
  override render(): null {
    return null;
  }
}

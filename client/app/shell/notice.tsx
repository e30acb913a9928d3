import { Modal, type ModalProps } from 'antd';
import { useReturnFocus } from '../../ui/layers/use-return-focus';

/** A short dialog that only its buttons close. Loaded when it is first needed: most days need none. */
export default function Notice(props: ModalProps) {
  useReturnFocus();
  return <Modal open closable={false} mask={{ closable: false }} width={420} {...props} />;
}

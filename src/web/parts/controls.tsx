/** Form controls, each with its label, so that no page has one without. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface ButtonProps {
  onClick?: () => void;
  /** `primary` for what a page is for, `quiet` for what stands beside other things. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger';
  type?: 'button' | 'submit';
  /** Whether it does nothing now. The focus stays on it all the same: it would be lost with the press that leads to the end of a line. */
  disabled?: boolean;
  /** Told to screen readers in place of the content, where that is a sign. */
  label?: string;
  /** Whether it is switched on; for buttons that stay so. */
  pressed?: boolean;
  children: ComponentChildren;
}

export function Button({ onClick, look = 'plain', type = 'button', disabled, label, pressed, children }: ButtonProps) {
  return (
    <button
      type={type}
      class={`button button-${look}`}
      onClick={disabled === true ? (event) => event.preventDefault() : onClick}
      aria-disabled={disabled === true ? true : undefined}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      {children}
    </button>
  );
}

interface FieldProps {
  label: string;
  /** What may be written, in a few words below the label. */
  hint?: string;
  /** What is wrong with what was written. */
  fault?: string | null;
  /** The control; it is given its `id` and what describes it. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => JSX.Element;
}

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, fault != null && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(fault != null && { 'aria-invalid': true as const }),
      })}
      {fault != null && (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** Null where none is chosen yet. */
  value: Value | null;
  options: readonly { value: Value; text: string; title?: string }[];
  onChange: (value: Value) => void;
}

/** One of a few, all of them seen. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div class="choice-options">
        {options.map((option) => (
          <label key={option.value} title={option.title}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ChipProps {
  on: boolean;
  onChange: (on: boolean) => void;
  children: ComponentChildren;
}

/** One of several that may be on together. */
export function Chip({ on, onChange, children }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={on} onClick={() => onChange(!on)}>
      {children}
    </button>
  );
}

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
}

export function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

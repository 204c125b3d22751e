/** The outline shared by all text inputs. The focus ring replaces the outline, so nothing shifts. */
// A select always matches :read-only, hence the :is() in the last line.
export const inputClass =
  'w-full min-w-0 rounded-control border border-line-strong bg-surface text-[16px] text-ink md:text-[15px] ' +
  'transition-[border-color,box-shadow] focus:border-focus focus:shadow-[0_0_0_1.5px_var(--focus)] focus:outline-none ' +
  'aria-invalid:border-danger aria-invalid:focus:shadow-[0_0_0_1.5px_var(--danger)] ' +
  'disabled:opacity-45 [&:is(input,textarea):read-only]:bg-sunken'

/** The shared classes of menus. */
export const menuPopupClass =
  'max-h-(--available-height) min-w-44 origin-(--transform-origin) overflow-y-auto rounded-xl border bg-raised py-1 shadow-float outline-none transition-[opacity,scale] duration-120 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0'

export const menuItemClass =
  'flex min-h-10 cursor-default select-none items-center gap-3 px-4 text-body outline-none data-disabled:opacity-50 data-highlighted:bg-hover'

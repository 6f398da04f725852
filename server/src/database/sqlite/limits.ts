/**
 * SQLite plans a statement with the value of its limit. So each time a parameter is bound there, it compiles the statement
 * again, which takes several times as long as a long statement runs. It does not look into an expression.
 */
export const withoutLimitInPlan = (text: string): string => text.replaceAll(/\blimit \?/gi, 'limit (? + 0)')

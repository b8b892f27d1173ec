// Recalculates the fields of a form in viewers that run scripts. A blank is null; a formula without a value changes nothing.
var KT = (function () {
    var doc = null;
    function text(name) {
        var field = doc.getField(name);
        if (field === null || field === undefined) throw new Error(name);
        return String(field.valueAsString === undefined ? field.value : field.valueAsString);
    }
    function numberIn(words, whole) {
        var plain = words.replace(/[\u2212\u2013]/g, "-").replace(/[ \u00a0\u2009\u202f']/g, "").replace(",", ".");
        if (plain === "") return null;
        var found = /^([+-]?\d{1,12}(?:\.\d{1,9})?)(?:\/(\d{1,9}))?$/.exec(plain);
        if (found === null) throw new Error(plain);
        var size = Number(found[1]);
        return found[2] === undefined || whole ? size : tidy(size / Number(found[2]));
    }
    function tidy(size) {
        if (!isFinite(size) || Math.abs(size) >= 1e12) throw new Error("size");
        return Math.round(size * 1e9) / 1e9;
    }
    function number(value) {
        if (typeof value === "string") throw new Error(value);
        return value === null ? null : Number(value);
    }
    function word(value) {
        if (value === null) return "";
        if (typeof value === "boolean") return value ? "yes" : "no";
        return String(value).replace(/\s+/g, " ").replace(/^ | $/g, "").toLowerCase();
    }
    function dice(value) {
        if (value === null || value === "") return null;
        var words = String(value).replace(/[\u2212\u2013]/g, "-").replace(/\s/g, "").toLowerCase();
        var plain = /^([+-]?\d{1,6})$/.exec(words);
        if (plain !== null) return { count: 0, sides: 0, plus: Number(plain[1]) };
        var found = /^([+-]?)(\d{0,3})d(\d{1,4})([+-]\d{1,4})?$/.exec(words);
        if (found === null) throw new Error(words);
        return {
            count: (found[2] === "" ? 1 : Number(found[2])) * (found[1] === "-" ? -1 : 1),
            sides: Number(found[3]),
            plus: Number(found[4] || 0)
        };
    }
    var K = {
        formulas: {},
        last: {},
        number: function (name) { return numberIn(text(name), false); },
        whole: function (name) { return numberIn(text(name), true); },
        words: function (name, values) {
            var found = text(name).replace(/\u2212/g, "-");
            if (values !== undefined && values.hasOwnProperty(found)) found = values[found];
            return found === "" ? null : found;
        },
        flag: function (name) { var found = text(name); return found !== "" && found !== "Off"; },
        level: function (name) { var found = text(name); return found === "" || found === "Off" ? null : Number(found); },
        boxes: function (name, most) {
            var count = 0;
            for (var at = 1; at <= most; at += 1) if (K.flag(name + "." + at)) count += 1;
            return count;
        },
        minus: function (value) { var found = number(value); return found === null ? null : -found; },
        sum: function (sign, first, second) {
            var left = number(first), right = number(second);
            if (left === null || right === null) return null;
            if (right === 0 && (sign === "/" || sign === "//" || sign === "%")) throw new Error("zero");
            if (sign === "+") return tidy(left + right);
            if (sign === "-") return tidy(left - right);
            if (sign === "*") return tidy(left * right);
            if (sign === "/") return tidy(left / right);
            var floor = Math.floor(tidy(left / right));
            return sign === "//" ? floor : tidy(left - right * floor);
        },
        compare: function (parts) {
            var holds = true;
            for (var at = 1; at < parts.length; at += 2) {
                var sign = parts[at], left = parts[at - 1], right = parts[at + 1];
                if (left === null || right === null) return null;
                if (sign !== "==" && sign !== "!=") { left = number(left); right = number(right); }
                if (typeof left === "boolean") left = Number(left);
                if (typeof right === "boolean") right = Number(right);
                holds = holds && (sign === "==" ? left === right : sign === "!=" ? left !== right
                    : sign === "<" ? left < right : sign === "<=" ? left <= right
                    : sign === ">" ? left > right : left >= right);
            }
            return holds;
        },
        truth: function (value) { return value === null ? null : Boolean(value); },
        all: function (allOf, parts) {
            var blank = false;
            for (var at = 0; at < parts.length; at += 1) {
                var found = K.truth(parts[at]);
                if (found === null) blank = true;
                else if (found === !allOf) return !allOf;
            }
            return blank ? null : allOf;
        },
        not: function (value) { var found = K.truth(value); return found === null ? null : !found; },
        choose: function (test, then, otherwise) {
            var found = K.truth(test);
            return found === null ? null : found ? then() : otherwise();
        },
        given: function (value, otherwise) { return value === null || value === "" ? otherwise() : value; },
        numeric: function (name, values, skip) {
            var found = [], at;
            for (at = 0; at < values.length; at += 1) {
                var value = number(values[at]);
                if (value !== null) found.push(value);
                else if (!skip) return null;
            }
            if (name === "sum") {
                var sum = 0;
                for (at = 0; at < found.length; at += 1) sum = tidy(sum + found[at]);
                return sum;
            }
            if (found.length === 0) return null;
            if (name === "min") return Math.min.apply(null, found);
            if (name === "max") return Math.max.apply(null, found);
            if (name === "abs") return Math.abs(found[0]);
            if (name === "ceil") return Math.ceil(found[0]);
            if (name === "floor") return Math.floor(found[0]);
            return Math.floor(tidy(found[0] + 0.5));
        },
        count: function (values) {
            var count = 0;
            for (var at = 0; at < values.length; at += 1) {
                if (values[at] !== null && values[at] !== false && values[at] !== "") count += 1;
            }
            return count;
        },
        pick: function (names, wanted, values) {
            if (wanted === null) return null;
            for (var at = 0; at < names.length; at += 1) if (word(names[at]) === word(wanted)) return values[at]();
            return null;
        },
        lookup: function (table, key) {
            if (key === null) return null;
            var found = table[typeof key === "string" ? key : String(key)];
            return found === undefined || !table.hasOwnProperty(String(key)) ? null : found;
        },
        listed: function (table, key) { return key === null ? null : K.lookup(table, word(key)); },
        step: function (table, size) {
            var found = number(size);
            if (found === null) return null;
            for (var at = 0; at < table.length; at += 1) {
                if (table[at][0] === null || table[at][0] >= found) return table[at][1];
            }
            return null;
        },
        dice: function (part, value) {
            var found = dice(value);
            if (found === null) return null;
            return part === "dice_count" ? found.count : part === "dice_sides" ? found.sides
                : part === "dice_value" ? found.sides + found.plus : found.plus;
        },
        shown: function (value, places, signed) {
            if (value === null) return "";
            if (typeof value !== "number") return String(value).replace(/-(?=\d)/g, "\u2212");
            var scale = Math.pow(10, places), rounded = value;
            if (Math.floor(value) !== value) rounded = Math.floor(Math.round(value * scale * 1e4) / 1e4 + 0.5) / scale;
            var sign = rounded < 0 ? "\u2212" : signed && rounded > 0 ? "+" : "";
            return sign + String(Math.abs(rounded));
        },
        value: function (name, from) { doc = from; return K.formulas[name](); },
        begin: function (from) {
            for (var name in K.formulas) {
                try { K.last[name] = K.value(name, from); } catch (error) { K.last[name] = ""; }
            }
        },
        // A number that somebody wrote over a calculated one stays.
        calculate: function (event, from) {
            try {
                var name = event.target.name, before = String(event.value);
                var value = K.value(name, from);
                if (before === "" || before === K.last[name] || before === String(event.target.defaultValue)) {
                    event.value = value;
                }
                K.last[name] = value;
            } catch (error) { }
        }
    };
    return K;
}());

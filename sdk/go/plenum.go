// Package plenum finds, reads, commands and follows climate-control bridges on the local network, and the cloud in
// front of many. One file without dependencies. Values are as on the wire: hundredths of a degree Celsius, numbers for
// enumerations. A device may leave out any field, which is then zero, and send new ones.
//
//	for _, found := range plenum.Discover(ctx, nil) {
//		bridge := plenum.NewBridge(found.Address, found.Port)
//		zones, err := bridge.Zones(ctx)
//		err = bridge.Command(ctx, "ZoneSetpoint", plenum.Body{"Index": 1, "Setpoint": plenum.ToWire(21.5)})
//	}
//
// The types, queries and limits are written from the definitions of the project; docs/interface explains them.
package plenum

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net"
	"net/http"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Error is a request that failed. Code is unreachable, timeout, busy, refused, invalid (not sent), unsupported,
// malformed, or forged (a webhook); Status is that of HTTP, or 0.
type Error struct {
	Code     string
	Sentence string
	Status   int
}

func (e *Error) Error() string { return e.Sentence }

func fail(code string, status int, form string, values ...any) error {
	return &Error{code, fmt.Sprintf(form, values...), status}
}

func codeOf(err error) string {
	var known *Error
	if errors.As(err, &known) {
		return known.Code
	}
	return ""
}

// Body is the body of a command that has members.
type Body map[string]any

// Celsius converts hundredths to degrees Celsius: 2150 to 21.5.
func Celsius(wire int) float64 { return float64(wire) / 100 }

// ToWire converts degrees Celsius to hundredths: 21.5 to 2150.
func ToWire(celsius float64) int { return int(math.Round(celsius * 100)) }

// Found is a bridge that answered discovery; Tokens name its subsystems (interface 4.1).
type Found struct {
	UID     string
	Address string
	Port    int
	Tokens  []string
}

const discoveryPort = "12107"

var plainID = regexp.MustCompile(`^[0-9A-Za-z]+$`)

// Discover finds bridges by broadcast, on this machine, and at some addresses, until 1.5 s have passed or the context
// ends (interface 4.1). An address may include a port.
func Discover(ctx context.Context, addresses []string) []Found {
	udp, err := net.ListenUDP("udp4", nil)
	if err != nil {
		return nil
	}
	defer udp.Close()
	found := map[string]Found{}
	buffer := make([]byte, 4096)
	for round := 0; round < 3 && ctx.Err() == nil; round++ {
		for _, target := range append([]string{"255.255.255.255", "127.0.0.1"}, addresses...) {
			if !strings.Contains(target, ":") {
				target = net.JoinHostPort(target, discoveryPort)
			}
			if to, err := net.ResolveUDPAddr("udp4", target); err == nil {
				_, _ = udp.WriteTo([]byte("IASD"), to)
			}
		}
		_ = udp.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
		for {
			length, from, err := udp.ReadFromUDP(buffer)
			if err != nil {
				break
			}
			if answer, ok := readDiscovery(buffer[:length], from.IP.String()); ok {
				if known, isKnown := found[answer.UID]; !isKnown || strings.HasPrefix(known.Address, "127.") {
					found[answer.UID] = answer
				}
			}
		}
	}
	all := make([]Found, 0, len(found))
	for _, each := range found {
		all = append(all, each)
	}
	sort.Slice(all, func(a, b int) bool { return all[a].UID < all[b].UID })
	return all
}

func readDiscovery(answer []byte, address string) (Found, bool) {
	if end := bytes.IndexAny(answer, "\x00\r\n"); end >= 0 {
		answer = answer[:end]
	}
	found := Found{Address: address, Port: 80}
	for _, word := range strings.Split(string(answer), ",") {
		name, value, isNamed := strings.Cut(strings.TrimSpace(word), "_")
		switch {
		case isNamed && name == "Mac":
			found.UID = value
		case isNamed && name == "Port":
			if port, err := strconv.ParseUint(value, 10, 16); err == nil {
				found.Port = int(port)
			}
		case !isNamed && name != "" && name != "X":
			found.Tokens = append(found.Tokens, name)
		}
	}
	return found, plainID.MatchString(found.UID)
}

// Bridge is a bridge on the local network; nothing is sent before the first call. It may be used by one goroutine at a
// time. AccessKey is for a bridge that needs one; Client is where TLS and timeouts are set.
type Bridge struct {
	URL       string
	AccessKey string
	Client    *http.Client
	dialect   string
}

// NewBridge returns the bridge at a host and port; set URL to an https:// address for one with TLS.
func NewBridge(host string, port int) *Bridge {
	url := "http://" + net.JoinHostPort(host, strconv.Itoa(port))
	return &Bridge{URL: url, Client: &http.Client{Timeout: 8 * time.Second}}
}

type query struct {
	Path     string
	Root     string
	Type     int
	At       []string
	List     bool
	Count    int
	Key      string
	Portions *struct {
		List  string
		Count int
	}
}

type words struct {
	Paths map[string]string
	Keys  map[string]string
}

type command struct {
	Path string
	Body limits
}

var (
	queries  = parse[map[string]query](queryDefinitions)
	commands = parse[map[string]command](commandDefinitions)
	dialects = parse[map[string]words](dialectDefinitions)
)

func parse[T any](text string) (value T) {
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		panic(err)
	}
	return value
}

// Read reads one component into a value: a *Zone for the kind "zone". The error is unsupported if it is not
// installed.
func (b *Bridge) Read(ctx context.Context, kind string, index int, into any) error {
	answer, err := b.read(ctx, kind, index)
	if err != nil {
		return err
	}
	return b.convert(answer, kind, into)
}

// Components reads all components of a kind into a slice, ordered by index: a *[]Split for "split". The slice is
// empty if none is installed.
func (b *Bridge) Components(ctx context.Context, kind string, into any) error {
	q, isKnown := queries[kind]
	if !isKnown {
		return fail("invalid", 0, "There is no kind %q.", kind)
	}
	if q.List {
		answer, err := b.ask(ctx, kind, 0, 0)
		if err != nil {
			return err
		}
		return b.convert(answer, kind, into)
	}
	all := []any{}
	for index := 0; index < q.Count || (index == 0 && q.Count == 0); index++ {
		one, err := b.read(ctx, kind, index)
		if code := codeOf(err); code == "refused" || code == "unsupported" {
			break
		}
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	return b.convert(all, kind, into)
}

func (b *Bridge) convert(answer any, kind string, into any) error {
	text, err := json.Marshal(answer)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fail("malformed", 0, "%s shows its %s in an unknown form.", b.URL, kind)
	}
	return nil
}

func (b *Bridge) read(ctx context.Context, kind string, index int) (any, error) {
	q, isKnown := queries[kind]
	if !isKnown {
		return nil, fail("invalid", 0, "There is no kind %q.", kind)
	}
	if q.Portions != nil {
		return b.readPortions(ctx, kind, index)
	}
	answer, err := b.ask(ctx, kind, index, 0)
	if err != nil || !q.List {
		return answer, err
	}
	list, _ := answer.([]any)
	for _, each := range list {
		if one, ok := each.(map[string]any); ok && one[q.Key] == float64(index) {
			return one, nil
		}
	}
	return nil, fail("unsupported", 0, "%s has no %s %d.", b.URL, kind, index)
}

// A component too large for one answer comes in parts, numbered from 1.
func (b *Bridge) readPortions(ctx context.Context, kind string, index int) (any, error) {
	portions := queries[kind].Portions
	var first map[string]any
	joined := []any{}
	for n := 1; n <= portions.Count; n++ {
		answer, err := b.ask(ctx, kind, index, n)
		if err != nil {
			return nil, err
		}
		part, _ := answer.(map[string]any)
		if first == nil {
			first = part
		}
		some, _ := part[portions.List].([]any)
		joined = append(joined, some...)
	}
	first[portions.List] = joined
	return first, nil
}

// Unit reads the ducted unit.
func (b *Bridge) Unit(ctx context.Context) (unit Unit, err error) {
	err = b.Read(ctx, "unit", 0, &unit)
	return unit, err
}

// Zones reads the zones of the ducted unit.
func (b *Bridge) Zones(ctx context.Context) ([]Zone, error) {
	unit, err := b.Unit(ctx)
	if err != nil {
		return nil, err
	}
	zones := make([]Zone, unit.NoOfZones)
	for index := range zones {
		if err := b.Read(ctx, "zone", index, &zones[index]); err != nil {
			return nil, err
		}
	}
	return zones, nil
}

// Command sends one command: a Body, or a single value. Values are checked first; a label of an enumeration does for
// its number. The error is invalid before anything is sent, refused with the sentence of the bridge.
func (b *Bridge) Command(ctx context.Context, name string, body any) error {
	path, checked, err := checkCommand(name, body)
	if err != nil {
		return err
	}
	kind, _, err := b.send(ctx, http.MethodPost, path, Body{name: checked})
	if err == nil && kind == "missing" {
		return fail("unsupported", 0, "%s does not offer %s.", b.URL, name)
	}
	return err
}

// Get reads what a Plenum bridge offers besides the interface: "/energy?by=day", "/explain?component=zone.3".
func (b *Bridge) Get(ctx context.Context, path string) (any, error) {
	kind, answer, err := b.send(ctx, http.MethodGet, path, nil)
	if err == nil && kind == "missing" {
		return nil, fail("unsupported", 0, "%s does not offer %s.", b.URL, path)
	}
	return answer, err
}

// Change is the current state of a component.
type Change struct {
	Kind     string
	Index    int
	Datagram json.RawMessage
}

// Watch calls changed with all components, then with each that changes; after an interruption with all of them again.
// It returns when the context ends, when changed returns an error, or when the bridge refuses; unsupported if it has no
// live stream, which only bridges of Plenum have.
func (b *Bridge) Watch(ctx context.Context, changed func(Change) error) error {
	for failures := 1; ; failures++ {
		var stop error
		err := b.stream(ctx, func(change Change) error {
			failures = 0
			stop = changed(change)
			return stop
		})
		if stop != nil || ctx.Err() != nil {
			return stop
		}
		if code := codeOf(err); err != nil && code != "unreachable" && code != "timeout" && code != "busy" {
			return err
		}
		wait := math.Min(30, math.Pow(2, float64(failures))) * (0.5 + mathrand.Float64()/2)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Duration(wait * float64(time.Second))):
		}
	}
}

func (b *Bridge) stream(ctx context.Context, changed func(Change) error) error {
	request, err := b.request(ctx, http.MethodGet, "/events", nil)
	if err != nil {
		return err
	}
	client := *b.Client
	client.Timeout = 0
	answer, err := client.Do(request)
	if err != nil {
		return b.networkError(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusNotFound {
		return fail("unsupported", 404, "%s has no live stream.", b.URL)
	}
	if answer.StatusCode != http.StatusOK {
		return fail("refused", answer.StatusCode, "%s answered %d.", b.URL, answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "data:") {
			continue
		}
		var event struct{ Components []Change }
		if err := json.Unmarshal([]byte(line[len("data:"):]), &event); err != nil {
			return fail("malformed", 0, "%s sent an event that cannot be read.", b.URL)
		}
		for _, change := range event.Components {
			if err := changed(change); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Bridge) ask(ctx context.Context, kind string, index, portion int) (any, error) {
	q := queries[kind]
	body := Body{q.Root: Body{"Type": q.Type, "No": index, "No1": portion}}
	_, answer, err := b.send(ctx, http.MethodPost, q.Path, body)
	if err != nil {
		return nil, err
	}
	for _, key := range q.At {
		members, _ := answer.(map[string]any)
		answer = members[key]
	}
	if answer == nil {
		return nil, fail("unsupported", 0, "%s has no %s %d.", b.URL, kind, index)
	}
	return answer, nil
}

// Returns the kind of the answer, json, ok or missing, and its JSON in the words of the interface.
func (b *Bridge) send(ctx context.Context, method, path string, body any) (string, any, error) {
	if b.dialect != "" {
		return b.sendIn(ctx, b.dialect, method, path, body)
	}
	kind, answer, err := b.sendIn(ctx, "neutral", method, path, body)
	if err != nil || kind != "missing" || !strings.Contains(path, "Hvac") {
		return kind, answer, err
	}
	if kind, answer, err = b.sendIn(ctx, "izone", method, path, body); err == nil && kind != "missing" {
		b.dialect = "izone"
	}
	return kind, answer, err
}

func (b *Bridge) sendIn(ctx context.Context, dialect, method, path string, body any) (string, any, error) {
	own := dialects[dialect]
	if renamed, isRenamed := own.Paths[path]; isRenamed {
		path = renamed
	}
	var text []byte
	if body != nil {
		plain, err := json.Marshal(body)
		if err != nil {
			return "", nil, fail("invalid", 0, "The body cannot be written as JSON: %v.", err)
		}
		var value any
		_ = json.Unmarshal(plain, &value)
		text, _ = json.Marshal(rename(value, own.Keys))
	}
	status, kind, answer := 0, "", any(nil)
	for attempt := 0; attempt < 6; attempt++ {
		raw, code, err := b.exchange(ctx, method, path, text)
		if err != nil {
			return "", nil, err
		}
		status = code
		if kind, answer = readAnswer(status, raw); kind != "busy" {
			break
		}
		time.Sleep(time.Duration(100+mathrand.Intn(200)) * time.Millisecond << attempt)
	}
	switch kind {
	case "busy":
		return kind, nil, fail("busy", status, "%s is busy.", b.URL)
	case "error":
		return kind, nil, fail("refused", status, "%v", answer)
	case "unreadable":
		return kind, nil, fail("malformed", status, "%s sent an answer that cannot be read.", b.URL)
	}
	back := map[string]string{}
	for neutral, brand := range own.Keys {
		back[brand] = neutral
	}
	return kind, rename(answer, back), nil
}

func (b *Bridge) request(ctx context.Context, method, path string, text []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, b.URL+path, bytes.NewReader(text))
	if err != nil {
		return nil, fail("invalid", 0, "%v.", err)
	}
	if b.AccessKey != "" {
		request.Header.Set("Authorization", "Bearer "+b.AccessKey)
	}
	return request, nil
}

func (b *Bridge) exchange(ctx context.Context, method, path string, text []byte) ([]byte, int, error) {
	request, err := b.request(ctx, method, path, text)
	if err != nil {
		return nil, 0, err
	}
	answer, err := b.Client.Do(request)
	if err != nil {
		return nil, 0, b.networkError(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, 1<<24))
	if err != nil {
		return nil, 0, b.networkError(err)
	}
	return raw, answer.StatusCode, nil
}

func (b *Bridge) networkError(err error) error {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return fail("timeout", 0, "%s did not answer in time.", b.URL)
	}
	return fail("unreachable", 0, "%s cannot be reached: %v.", b.URL, err)
}

var (
	busy    = regexp.MustCompile(`^[{"'\s]*BUSY\b`)
	refused = regexp.MustCompile(`(?s)^[{"'\s]*ERROR\b["']?\s*[:=,]?\s*(.*)$`)
	okay    = regexp.MustCompile(`^[{"'\s]*OK[}"'\s]*$`)
)

// Returns the meaning of an answer, however a device writes it (wire facts 7).
func readAnswer(status int, raw []byte) (string, any) {
	text := strings.TrimSpace(strings.ReplaceAll(string(raw), "\x00", ""))
	sentence := refused.FindStringSubmatch(text)
	switch {
	case busy.MatchString(text):
		return "busy", nil
	case status == 404 || status == 405 || status == 501:
		return "missing", nil
	case sentence != nil:
		return "error", strings.Trim(strings.TrimRight(strings.TrimSpace(sentence[1]), "}"), `" `)
	case status == 503:
		return "busy", nil
	case status >= 400:
		return "error", fmt.Sprintf("The bridge answered %d: %.200s", status, text)
	case text == "" || okay.MatchString(text):
		return "ok", nil
	}
	var value any
	if json.NewDecoder(strings.NewReader(text)).Decode(&value) != nil {
		return "unreadable", nil
	}
	return "json", value
}

func rename(value any, keys map[string]string) any {
	if len(keys) == 0 {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		renamed := make(map[string]any, len(value))
		for key, member := range value {
			if other, isRenamed := keys[key]; isRenamed {
				key = other
			}
			renamed[key] = rename(member, keys)
		}
		return renamed
	case []any:
		for at := range value {
			value[at] = rename(value[at], keys)
		}
	}
	return value
}

type limits struct {
	Keys     map[string]limits
	Optional []string
	Items    *limits
	Least    int
	Most     int
	Labels   map[string]float64
	Bytes    int
	Min      *float64
	Max      *float64
	Step     *float64
	Off      *float64
	Unit     string
	Scale    int
}

// Returns the path of a command, and its body with numbers for labels.
func checkCommand(name string, body any) (string, any, error) {
	definition, isKnown := commands[name]
	if !isKnown {
		return "", nil, fail("invalid", 0, "There is no command %q.", name)
	}
	text, err := json.Marshal(body)
	if err != nil {
		return "", nil, fail("invalid", 0, "%s cannot be written as JSON: %v.", name, err)
	}
	var value any
	_ = json.Unmarshal(text, &value)
	checked, err := definition.Body.check(name, value)
	return definition.Path, checked, err
}

func (l limits) check(name string, value any) (any, error) {
	switch {
	case l.Keys != nil:
		return l.checkKeys(name, value)
	case l.Items != nil:
		list, isList := value.([]any)
		if !isList || len(list) < l.Least || (l.Most > 0 && len(list) > l.Most) {
			return nil, fail("invalid", 0, "%s must be a list of %d to %d.", name, l.Least, l.Most)
		}
		for at := range list {
			item, err := l.Items.check(fmt.Sprintf("%s[%d]", name, at), list[at])
			if err != nil {
				return nil, err
			}
			list[at] = item
		}
		return list, nil
	case l.Labels != nil:
		return l.checkLabel(name, value)
	case l.Min != nil || l.Max != nil:
		return l.checkNumber(name, value)
	case l.Bytes > 0:
		if text, isText := value.(string); !isText || len(text) > l.Bytes {
			return nil, fail("invalid", 0, "%s must be a text of at most %d bytes, not %v.", name, l.Bytes, value)
		}
	}
	return value, nil
}

func (l limits) checkKeys(name string, value any) (any, error) {
	members, isObject := value.(map[string]any)
	if !isObject {
		return nil, fail("invalid", 0, "%s must be an object.", name)
	}
	optional := map[string]bool{}
	for _, key := range l.Optional {
		optional[key] = true
	}
	for key := range l.Keys {
		if _, isGiven := members[key]; !isGiven && !optional[key] {
			return nil, fail("invalid", 0, "%s needs %s.", name, key)
		}
	}
	for key, member := range members {
		of, isKnown := l.Keys[key]
		if !isKnown {
			return nil, fail("invalid", 0, "%s has no %s.", name, key)
		}
		checked, err := of.check(name+"."+key, member)
		if err != nil {
			return nil, err
		}
		members[key] = checked
	}
	return members, nil
}

func (l limits) checkLabel(name string, value any) (any, error) {
	for label, number := range l.Labels {
		if value == label || value == number {
			return number, nil
		}
	}
	return nil, fail("invalid", 0, "%s must be one of %v, not %v.", name, l.Labels, value)
}

func (l limits) checkNumber(name string, value any) (any, error) {
	number, isNumber := value.(float64)
	if flag, isFlag := value.(bool); isFlag {
		number, isNumber = map[bool]float64{true: 1}[flag], true
	}
	isOff := l.Off != nil && number == *l.Off
	isWithin := (l.Min == nil || number >= *l.Min) && (l.Max == nil || number <= *l.Max)
	isOnStep := l.Step == nil || math.Mod(number, *l.Step) == 0
	if isNumber && (isOff || (isWithin && isOnStep)) {
		return number, nil
	}
	words := name + " must be"
	for _, limit := range []struct {
		before string
		value  *float64
	}{{"", l.Min}, {"to ", l.Max}, {"in steps of ", l.Step}} {
		if limit.value != nil {
			words += fmt.Sprintf(" %s%v", limit.before, *limit.value)
		}
	}
	if l.Scale > 1 {
		words += fmt.Sprintf(" (%s times %d)", l.Unit, l.Scale)
	}
	return nil, fail("invalid", 0, "%s, not %v.", words, value)
}

// Cloud is a Plenum cloud, for an app that a user allowed (interface 4.3); Token is the access token of the app.
type Cloud struct {
	URL    string
	Token  string
	Client *http.Client
}

// NewCloud returns the cloud at a URL.
func NewCloud(url, token string) *Cloud {
	return &Cloud{strings.TrimRight(url, "/"), token, &http.Client{Timeout: 20 * time.Second}}
}

// Component is a component of a user, with its latest datagram.
type Component struct {
	ComponentID string          `json:"componentId"`
	Datagram    json.RawMessage `json:"datagram"`
}

// Discover reads all components of the user.
func (c *Cloud) Discover(ctx context.Context) ([]Component, error) {
	var response struct{ Devices []Component }
	err := c.request(ctx, Body{"requestType": "Discover"}, &response)
	return response.Devices, err
}

// Query reads one component with its latest datagram, which the cloud has stored, so also while its bridge is offline.
func (c *Cloud) Query(ctx context.Context, componentID string) (Component, error) {
	var response struct{ Component Component }
	err := c.request(ctx, Body{"requestType": "Query", "componentId": componentID}, &response)
	return response.Component, err
}

// Control sends one command, as Bridge.Command. With a requestID of your own it takes effect once, however often you call.
func (c *Cloud) Control(ctx context.Context, componentID, name string, body any, requestID string) error {
	_, checked, err := checkCommand(name, body)
	if err != nil {
		return err
	}
	message := Body{"requestType": "Control", "componentId": componentID, "requestBody": Body{name: checked}}
	if requestID != "" {
		message["requestId"] = requestID
	}
	return c.request(ctx, message, nil)
}

func (c *Cloud) request(ctx context.Context, message Body, into any) error {
	if message["requestId"] == nil {
		id := make([]byte, 16)
		if _, err := rand.Read(id); err != nil {
			return err
		}
		message["requestId"] = fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
	}
	text, _ := json.Marshal(message)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/dev", bytes.NewReader(text))
	if err != nil {
		return fail("invalid", 0, "%v.", err)
	}
	request.Header.Set("Authorization", "Bearer "+c.Token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := c.Client.Do(request)
	if err != nil {
		return (&Bridge{URL: c.URL}).networkError(err)
	}
	defer answer.Body.Close()
	var envelope struct{ Response json.RawMessage }
	isReadable := json.NewDecoder(answer.Body).Decode(&envelope) == nil
	if answer.StatusCode != http.StatusOK {
		return cloudError(answer.StatusCode, envelope.Response)
	}
	if !isReadable || (into != nil && json.Unmarshal(envelope.Response, into) != nil) {
		return fail("malformed", 200, "The answer of the cloud does not follow interface 4.3.")
	}
	return nil
}

func cloudError(status int, text json.RawMessage) error {
	var response struct{ Detail, Result string }
	_ = json.Unmarshal(text, &response)
	if response.Detail == "" {
		response.Detail = fmt.Sprintf("The cloud answered %d %s.", status, response.Result)
	}
	if status == 429 || status == 503 {
		return fail("busy", status, "%s", response.Detail)
	}
	return fail("refused", status, "%s", response.Detail)
}

var stampForm = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook verifies the signature (Standard Webhooks 1.0.0) and the age of a webhook, at most 5 minutes, and
// returns its id. Secrets are whsec_..., two while one is replaced; the body is as received. The same id may arrive
// several times; ignore a repeated one.
func VerifyWebhook(secrets []string, headers http.Header, body []byte, now time.Time) (string, error) {
	id, stamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	if id == "" || !stampForm.MatchString(stamp) {
		return "", fail("forged", 0, "The headers of Standard Webhooks are missing.")
	}
	isSigned := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) < 24 {
			return "", fail("forged", 0, "A secret of an endpoint has at least 24 bytes: whsec_ and base64.")
		}
		code := hmac.New(sha256.New, key)
		code.Write([]byte(id + "." + stamp + "."))
		code.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(code.Sum(nil))
		for _, given := range strings.Fields(headers.Get("webhook-signature")) {
			isSigned = isSigned || hmac.Equal([]byte(given), []byte(expected))
		}
	}
	if !isSigned {
		return "", fail("forged", 0, "No signature of the webhook is valid.")
	}
	seconds, _ := strconv.ParseInt(stamp, 10, 64)
	if math.Abs(now.Sub(time.Unix(seconds, 0)).Seconds()) > 300 {
		return "", fail("forged", 0, "The webhook was signed too long ago, or ahead of the clock.")
	}
	return id, nil
}

// generated from the definitions (npm run contracts)

// BatteryLevel is the enumeration BatteryLevel_e of the interface.
type BatteryLevel int

const (
	BatteryLevelFull  BatteryLevel = 0
	BatteryLevelHalf  BatteryLevel = 1
	BatteryLevelEmpty BatteryLevel = 2
)

// DriveOfABlind is the enumeration drive of a blind of the interface.
type DriveOfABlind int

const (
	DriveOfABlindDown DriveOfABlind = 0
	DriveOfABlindUp   DriveOfABlind = 1
	DriveOfABlindStop DriveOfABlind = 2
)

// MoveOfABlind is the enumeration move of a blind of the interface.
type MoveOfABlind int

const (
	MoveOfABlindStays MoveOfABlind = 0
	MoveOfABlindUp    MoveOfABlind = 1
	MoveOfABlindDown  MoveOfABlind = 2
)

// FanTypeOfOneUnitBrand is the enumeration fan type of one unit brand of the interface.
type FanTypeOfOneUnitBrand int

const (
	FanTypeOfOneUnitBrandVariable   FanTypeOfOneUnitBrand = 0
	FanTypeOfOneUnitBrandThreeSpeed FanTypeOfOneUnitBrand = 1
)

// ExpansionOfOneUnitBrand is the enumeration expansion of one unit brand of the interface.
type ExpansionOfOneUnitBrand int

const (
	ExpansionOfOneUnitBrandNoExpansion ExpansionOfOneUnitBrand = 0
	ExpansionOfOneUnitBrandSingle      ExpansionOfOneUnitBrand = 1
	ExpansionOfOneUnitBrandSeries      ExpansionOfOneUnitBrand = 2
	ExpansionOfOneUnitBrandDry         ExpansionOfOneUnitBrand = 3
)

// ButtonAndSensorFunction is the enumeration button and sensor function of the interface.
type ButtonAndSensorFunction int

const (
	ButtonAndSensorFunctionNone      ButtonAndSensorFunction = 0
	ButtonAndSensorFunctionLampGroup ButtonAndSensorFunction = 1
	ButtonAndSensorFunctionACOnOff   ButtonAndSensorFunction = 2
	ButtonAndSensorFunctionACZone    ButtonAndSensorFunction = 3
	ButtonAndSensorFunctionAllOff    ButtonAndSensorFunction = 4
	ButtonAndSensorFunctionAllOn     ButtonAndSensorFunction = 5
)

// AcCpuType is the enumeration AcCpuType_e of the interface.
type AcCpuType int

const (
	AcCpuTypeStandard0   AcCpuType = 0
	AcCpuTypeStandard    AcCpuType = 1
	AcCpuTypeEvaporative AcCpuType = 2
)

// DeviceType is the enumeration device type of the interface.
type DeviceType int

const (
	DeviceTypeLamp                                DeviceType = 1
	DeviceTypeOutlet                              DeviceType = 2
	DeviceTypeOutletAsGarageDoor                  DeviceType = 3
	DeviceTypeRollerBlind                         DeviceType = 4
	DeviceTypeDimmerModule                        DeviceType = 5
	DeviceTypeRelay                               DeviceType = 6
	DeviceTypeRelayAsGarageDoor                   DeviceType = 7
	DeviceTypeRelayAsHeatingController            DeviceType = 8
	DeviceTypeRelayAsCoolingController            DeviceType = 9
	DeviceTypeOutletAsHeatingController           DeviceType = 10
	DeviceTypeOutletAsCoolingController           DeviceType = 11
	DeviceTypeVoltageFreeRelay                    DeviceType = 12
	DeviceTypeVoltageFreeRelayAsGarageDoor        DeviceType = 13
	DeviceTypeDimmerWithWallSwitch                DeviceType = 14
	DeviceTypeVoltageFreeRelayAsHeatingController DeviceType = 15
	DeviceTypeVoltageFreeRelayAsCoolingController DeviceType = 16
)

// EvapControlSensor is the enumeration EvapControlSensor_e of the interface.
type EvapControlSensor int

const (
	EvapControlSensorScreen EvapControlSensor = 0
	EvapControlSensorRemote EvapControlSensor = 1
)

// FanAutoType is the enumeration FanAutoType_e of the interface.
type FanAutoType int

const (
	FanAutoTypeTwoSpeed   FanAutoType = 0
	FanAutoTypeThreeSpeed FanAutoType = 1
	FanAutoTypeVariable   FanAutoType = 2
	FanAutoTypeFourSpeed  FanAutoType = 3
)

// MonthsOfAFilter is the enumeration months of a filter of the interface.
type MonthsOfAFilter int

const (
	MonthsOfAFilterNoWarning MonthsOfAFilter = 0
	MonthsOfAFilter3Months   MonthsOfAFilter = 3
	MonthsOfAFilter6Months   MonthsOfAFilter = 6
	MonthsOfAFilter12Months  MonthsOfAFilter = 12
)

// GasHeatType is the enumeration GasHeatType_e of the interface.
type GasHeatType int

const (
	GasHeatTypeHeatOnly                    GasHeatType = 0
	GasHeatTypeCoolOnly                    GasHeatType = 1
	GasHeatTypeOneHeatOneCool              GasHeatType = 2
	GasHeatTypeTwoHeatOneCool              GasHeatType = 3
	GasHeatTypeHeatPumpOneFanSpeed         GasHeatType = 4
	GasHeatTypeHeatPumpThreeFanSpeeds      GasHeatType = 5
	GasHeatTypeHeatPumpWithOneHeat         GasHeatType = 6
	GasHeatTypeTwoHeatPumpsWithOneHeat     GasHeatType = 7
	GasHeatTypeOneGas                      GasHeatType = 8
	GasHeatTypeTwoGasTwoCool               GasHeatType = 9
	GasHeatTypeRemoteOnOff                 GasHeatType = 10
	GasHeatTypeVentilation                 GasHeatType = 11
	GasHeatTypeAnotherMakerS               GasHeatType = 12
	GasHeatTypeAnotherMakerSOneHeatOneCool GasHeatType = 13
)

// RetEn is the enumeration RetEn_e of the interface.
type RetEn int

const (
	RetEnOff RetEn = 0
	RetEnOn  RetEn = 1
)

// PowerReturnOfALamp is the enumeration power return of a lamp of the interface.
type PowerReturnOfALamp int

const (
	PowerReturnOfALampAsTheSystem     PowerReturnOfALamp = 0
	PowerReturnOfALampNoChange        PowerReturnOfALamp = 1
	PowerReturnOfALampPreviousSetting PowerReturnOfALamp = 2
	PowerReturnOfALampWhite           PowerReturnOfALamp = 3
)

// LightEffect is the enumeration light effect of the interface.
type LightEffect int

const (
	LightEffectNone                LightEffect = 0
	LightEffectReading             LightEffect = 1
	LightEffectRelaxing            LightEffect = 2
	LightEffectCandle              LightEffect = 3
	LightEffectHoliday             LightEffect = 4
	LightEffectRotate              LightEffect = 5
	LightEffectCircadian           LightEffect = 6
	LightEffectMusic               LightEffect = 7
	LightEffectAutomaticBrightness LightEffect = 8
)

// SpeedOfChange is the enumeration speed of change of the interface.
type SpeedOfChange int

const (
	SpeedOfChangeSlow      SpeedOfChange = 0
	SpeedOfChangeMedium    SpeedOfChange = 1
	SpeedOfChangeFast      SpeedOfChange = 2
	SpeedOfChangeImmediate SpeedOfChange = 3
)

// OccupancyDelay is the enumeration occupancy delay of the interface.
type OccupancyDelay int

const (
	OccupancyDelayNever OccupancyDelay = 0
	OccupancyDelay10Min OccupancyDelay = 10
	OccupancyDelay15Min OccupancyDelay = 15
	OccupancyDelay20Min OccupancyDelay = 20
	OccupancyDelay30Min OccupancyDelay = 30
	OccupancyDelay60Min OccupancyDelay = 60
)

// UseOfAnOutlet is the enumeration use of an outlet of the interface.
type UseOfAnOutlet int

const (
	UseOfAnOutletOutlet     UseOfAnOutlet = 2
	UseOfAnOutletGarageDoor UseOfAnOutlet = 3
)

// DeviceInPairingMode is the enumeration device in pairing mode of the interface.
type DeviceInPairingMode int

const (
	DeviceInPairingModeNone                                DeviceInPairingMode = 0
	DeviceInPairingModeLamp                                DeviceInPairingMode = 1
	DeviceInPairingModeOutlet                              DeviceInPairingMode = 2
	DeviceInPairingModeOutletAsGarageDoor                  DeviceInPairingMode = 3
	DeviceInPairingModeRollerBlind                         DeviceInPairingMode = 4
	DeviceInPairingModeDimmerModule                        DeviceInPairingMode = 5
	DeviceInPairingModeRelay                               DeviceInPairingMode = 6
	DeviceInPairingModeRelayAsGarageDoor                   DeviceInPairingMode = 7
	DeviceInPairingModeRelayAsHeatingController            DeviceInPairingMode = 8
	DeviceInPairingModeRelayAsCoolingController            DeviceInPairingMode = 9
	DeviceInPairingModeOutletAsHeatingController           DeviceInPairingMode = 10
	DeviceInPairingModeOutletAsCoolingController           DeviceInPairingMode = 11
	DeviceInPairingModeVoltageFreeRelay                    DeviceInPairingMode = 12
	DeviceInPairingModeVoltageFreeRelayAsGarageDoor        DeviceInPairingMode = 13
	DeviceInPairingModeDimmerWithWallSwitch                DeviceInPairingMode = 14
	DeviceInPairingModeVoltageFreeRelayAsHeatingController DeviceInPairingMode = 15
	DeviceInPairingModeVoltageFreeRelayAsCoolingController DeviceInPairingMode = 16
	DeviceInPairingModeWallSwitch                          DeviceInPairingMode = 100
)

// CpmBatt is the enumeration CpmBatt_e of the interface.
type CpmBatt int

const (
	CpmBattCritical CpmBatt = 0
	CpmBattLow      CpmBatt = 1
	CpmBattNormal   CpmBatt = 2
	CpmBattFull     CpmBatt = 3
)

// PowerReturn is the enumeration power return of the interface.
type PowerReturn int

const (
	PowerReturnNoChange        PowerReturn = 0
	PowerReturnPreviousSetting PowerReturn = 1
	PowerReturnFullWhite       PowerReturn = 2
)

// WhatIsRemoved is the enumeration what is removed of the interface.
type WhatIsRemoved int

const (
	WhatIsRemovedLamp   WhatIsRemoved = 1
	WhatIsRemovedSwitch WhatIsRemoved = 2
)

// ReturnAirSensor is the enumeration ReturnAirSensor_e of the interface.
type ReturnAirSensor int

const (
	ReturnAirSensorReturnAir ReturnAirSensor = 1
	ReturnAirSensorMaster    ReturnAirSensor = 2
	ReturnAirSensorZones     ReturnAirSensor = 3
)

// RfSignalLevel is the enumeration RfSignalLevel_e of the interface.
type RfSignalLevel int

const (
	RfSignalLevelFull    RfSignalLevel = 0
	RfSignalLevelHalf    RfSignalLevel = 1
	RfSignalLevelQuarter RfSignalLevel = 2
	RfSignalLevelNone    RfSignalLevel = 3
)

// SysModeSplitVRF is the enumeration SysMode_e (split, VRF) of the interface.
type SysModeSplitVRF int

const (
	SysModeSplitVRFCool SysModeSplitVRF = 1
	SysModeSplitVRFHeat SysModeSplitVRF = 2
	SysModeSplitVRFVent SysModeSplitVRF = 3
	SysModeSplitVRFDry  SysModeSplitVRF = 4
	SysModeSplitVRFAuto SysModeSplitVRF = 5
)

// RoomSensorType is the enumeration RoomSensorType_t of the interface.
type RoomSensorType int

const (
	RoomSensorTypeCCTS     RoomSensorType = 0
	RoomSensorTypeCSM      RoomSensorType = 1
	RoomSensorTypeISense   RoomSensorType = 2
	RoomSensorTypeWireless RoomSensorType = 3
	RoomSensorTypeWired    RoomSensorType = 4
	RoomSensorTypeNone     RoomSensorType = 255
)

// SplitSystemSleepTimer is the enumeration SplitSystemSleepTimer_e of the interface.
type SplitSystemSleepTimer int

const (
	SplitSystemSleepTimerOff SplitSystemSleepTimer = 0
	SplitSystemSleepTimer05H SplitSystemSleepTimer = 1
	SplitSystemSleepTimer1H  SplitSystemSleepTimer = 2
	SplitSystemSleepTimer2H  SplitSystemSleepTimer = 3
	SplitSystemSleepTimer4H  SplitSystemSleepTimer = 4
	SplitSystemSleepTimer6H  SplitSystemSleepTimer = 5
	SplitSystemSleepTimer8H  SplitSystemSleepTimer = 6
	SplitSystemSleepTimer12H SplitSystemSleepTimer = 7
)

// SysFanSplit is the enumeration SysFan_e (split) of the interface.
type SysFanSplit int

const (
	SysFanSplitLowBrandSetAuto     SysFanSplit = 1
	SysFanSplitMediumBrandSetQuiet SysFanSplit = 2
	SysFanSplitHighBrandSet1       SysFanSplit = 3
	SysFanSplitAutoBrandSet2       SysFanSplit = 4
	SysFanSplitBrandSet3           SysFanSplit = 5
	SysFanSplitBrandSet4           SysFanSplit = 6
	SysFanSplitBrandSet5           SysFanSplit = 7
)

// StationError is the enumeration station error of the interface.
type StationError int

const (
	StationErrorNone  StationError = 0
	StationErrorOpen  StationError = 1
	StationErrorShort StationError = 2
)

// StnMode is the enumeration StnMode_e of the interface.
type StnMode int

const (
	StnModeAuto     StnMode = 0
	StnModeManual   StnMode = 1
	StnModeDisabled StnMode = 2
)

// StationState is the enumeration station state of the interface.
type StationState int

const (
	StationStateNotRunning StationState = 0
	StationStateSoaking    StationState = 1
	StationStateWatering   StationState = 2
)

// SplitSystemSwingType is the enumeration SplitSystemSwingType_e of the interface.
type SplitSystemSwingType int

const (
	SplitSystemSwingTypeNone       SplitSystemSwingType = 0
	SplitSystemSwingTypeHorizontal SplitSystemSwingType = 1
	SplitSystemSwingTypeVertical   SplitSystemSwingType = 2
	SplitSystemSwingTypeBoth       SplitSystemSwingType = 3
)

// SysFan is the enumeration SysFan_e of the interface.
type SysFan int

const (
	SysFanNotAvailable SysFan = 0
	SysFanLow          SysFan = 1
	SysFanMedium       SysFan = 2
	SysFanHigh         SysFan = 3
	SysFanAuto         SysFan = 4
	SysFanTop          SysFan = 5
	SysFanNonGasHeat   SysFan = 99
)

// SysMode is the enumeration SysMode_e of the interface.
type SysMode int

const (
	SysModeNotAvailable SysMode = 0
	SysModeCool         SysMode = 1
	SysModeHeat         SysMode = 2
	SysModeVent         SysMode = 3
	SysModeDry          SysMode = 4
	SysModeAuto         SysMode = 5
	SysModeExhaust      SysMode = 6
	SysModePumpOnly     SysMode = 7
)

// SysOn is the enumeration SysOn_e of the interface.
type SysOn int

const (
	SysOnOff SysOn = 0
	SysOnOn  SysOn = 1
)

// UnitBrand is the enumeration UnitBrand_e of the interface.
type UnitBrand int

const (
	UnitBrandBrandA UnitBrand = 22
)

// UnitBrandSet is the enumeration UnitBrandSet_e of the interface.
type UnitBrandSet int

const (
	UnitBrandSetAuto   UnitBrandSet = 0
	UnitBrandSetBrandA UnitBrandSet = 22
)

// SysFanVRF is the enumeration SysFan_e (VRF) of the interface.
type SysFanVRF int

const (
	SysFanVRFLow    SysFanVRF = 1
	SysFanVRFMedium SysFanVRF = 2
	SysFanVRFHigh   SysFanVRF = 3
	SysFanVRFAuto   SysFanVRF = 4
)

// WallSwitchOfADimmer is the enumeration wall switch of a dimmer of the interface.
type WallSwitchOfADimmer int

const (
	WallSwitchOfADimmerLatching  WallSwitchOfADimmer = 0
	WallSwitchOfADimmerMomentary WallSwitchOfADimmer = 1
)

// ZoneMode is the enumeration ZoneMode_e of the interface.
type ZoneMode int

const (
	ZoneModeOpen     ZoneMode = 1
	ZoneModeClose    ZoneMode = 2
	ZoneModeAuto     ZoneMode = 3
	ZoneModeOverride ZoneMode = 4
	ZoneModeConstant ZoneMode = 5
)

// ZoneType is the enumeration ZoneType_e of the interface.
type ZoneType int

const (
	ZoneTypeOpenClose ZoneType = 1
	ZoneTypeConstant  ZoneType = 2
	ZoneTypeAuto      ZoneType = 3
)

// UnitUnitOpt: which sensors, histories and options are displayed.
type UnitUnitOpt struct {
	RA       int `json:"RA"`       // return air sensor
	Master   int `json:"Master"`   // master zone sensor
	Zones    int `json:"Zones"`    // zone sensors
	History  int `json:"History"`  // fault history
	SlaveOpt int `json:"SlaveOpt"` // master-slave options
}

// UnitUnitBrandA: settings of one unit brand.
type UnitUnitBrandA struct {
	HeatSetpoint int `json:"HeatSetpoint"` // highest supply air, °C times 100
	CoolSetpoint int `json:"CoolSetpoint"` // lowest supply air, °C times 100
	FanType      int `json:"FanType"`      // fan type (fan type of one unit brand)
	ModeType     int `json:"ModeType"`     // expansion (expansion of one unit brand)
	Quiet        int `json:"Quiet"`        // outdoor fan quiet mode
}

// UnitGasHeat: gas heater.
type UnitGasHeat struct {
	Type          int `json:"Type"`          // gas heater type (GasHeatType_e)
	MinRunTime    int `json:"MinRunTime"`    // minimum run time, min
	AnticycleTime int `json:"AnticycleTime"` // anti-cycle time, min
	StageOffset   int `json:"StageOffset"`   // temperature difference that starts the second stage, K times 10
	StageDelay    int `json:"StageDelay"`    // time that the first stage burns before the second, min
	CycleFanCool  int `json:"CycleFanCool"`  // the fan stops between two runs of cooling
	CycleFanHeat  int `json:"CycleFanHeat"`  // the fan stops between two runs of heating
}

// UnitVentilation: ventilation: how fan auto works in vent mode.
type UnitVentilation struct {
	RhSetpoint     int `json:"RhSetpoint"`     // humidity setpoint, %
	VocsSetpoint   int `json:"VocsSetpoint"`   // volatile organic compounds setpoint, ppb
	Eco2Setpoint   int `json:"Eco2Setpoint"`   // equivalent CO2 setpoint, ppm
	FanStageDelay  int `json:"FanStageDelay"`  // minimum time between two changes of fan speed, min
	CycleFanOff    int `json:"CycleFanOff"`    // the fan stops while the air is good; otherwise it runs low
	UseRhControl   int `json:"UseRhControl"`   // control by humidity
	UseVcosControl int `json:"UseVcosControl"` // control by volatile organic compounds (key spelled exactly so)
	UseEco2Control int `json:"UseEco2Control"` // control by equivalent CO2
}

// UnitEvap: evaporative cooler.
type UnitEvap struct {
	FanSpeed       int    `json:"FanSpeed"`       // current fan speed
	State          string `json:"State"`          // display text
	RhSet          int    `json:"RhSet"`          // humidity setpoint, %
	RhRead         int    `json:"RhRead"`         // humidity reading, %
	FanRunH        int    `json:"FanRunH"`        // fan run hours, h
	PumpRunH       int    `json:"PumpRunH"`       // pump run hours, h
	PrewEn         int    `json:"PrewEn"`         // prewash enabled
	PrewTime       int    `json:"PrewTime"`       // prewash time, min
	DrAfPrewEn     int    `json:"DrAfPrewEn"`     // drain after prewash
	DrCycEn        int    `json:"DrCycEn"`        // drain cycle enabled
	DrCycPer       int    `json:"DrCycPer"`       // drain cycle period, 1-50 hours sent as minutes, min
	PostwEn        int    `json:"PostwEn"`        // post wash enabled
	DrBfPostwEn    int    `json:"DrBfPostwEn"`    // drain before post wash
	PostwT         int    `json:"PostwT"`         // post wash time, min
	Inverter       int    `json:"Inverter"`       // inverter fan
	ResumeLast     int    `json:"ResumeLast"`     // resume last state after a power cut
	FanMaxAuto     int    `json:"FanMaxAuto"`     // highest fan speed in auto mode
	FanMax         int    `json:"FanMax"`         // highest fan speed in manual mode
	ExhMax         int    `json:"ExhMax"`         // highest fan speed in exhaust mode
	ExhEn          int    `json:"ExhEn"`          // exhaust mode enabled
	CtrlSens       int    `json:"CtrlSens"`       // control sensor (EvapControlSensor_e)
	CalibTemp      int    `json:"CalibTemp"`      // calibration: what is added to the control sensor, °C times 10
	DeadTemp       int    `json:"DeadTemp"`       // deadband, °C times 100
	AutoFanMaxTime int    `json:"AutoFanMaxTime"` // time of the highest automatic fan speed, min
}

// Unit: The ducted air conditioner: its state, measurements and configuration.
type Unit struct {
	SysOn              int             `json:"SysOn"`              // system on
	SysMode            int             `json:"SysMode"`            // system mode (SysMode_e)
	SysFan             int             `json:"SysFan"`             // system fan (SysFan_e)
	SleepTimer         int             `json:"SleepTimer"`         // sleep timer; 0 = off, min
	Supply             int             `json:"Supply"`             // supply air temperature, °C times 100
	Setpoint           int             `json:"Setpoint"`           // unit setpoint, °C times 100
	Temp               int             `json:"Temp"`               // return air temperature, °C times 100
	RAS                int             `json:"RAS"`                // return air sensor mode (ReturnAirSensor_e)
	CtrlZone           int             `json:"CtrlZone"`           // zone controlling the unit, 0-13; 15 = the unit setpoint
	Tag1               string          `json:"Tag1"`               // first text line
	Tag2               string          `json:"Tag2"`               // second text line
	Warnings           string          `json:"Warnings"`           // `none` or `filter`
	ACError            string          `json:"ACError"`            // 3-character error code; a leading-space OK (` OK`) means no error
	EcoLock            int             `json:"EcoLock"`            // setpoints restricted to EcoMin..EcoMax
	EcoMax             int             `json:"EcoMax"`             // highest setpoint under EcoLock, °C times 100
	EcoMin             int             `json:"EcoMin"`             // lowest setpoint under EcoLock, °C times 100
	NoOfConst          int             `json:"NoOfConst"`          // number of constant zones
	NoOfZones          int             `json:"NoOfZones"`          // number of zones
	SysType            int             `json:"SysType"`            // 310 = unit control supported; 210 = no unit control
	ISaveEnable        int             `json:"iSaveEnable"`        // iSave fitted
	ISaveOn            int             `json:"iSaveOn"`            // iSave on
	LockCode           string          `json:"LockCode"`           // up to 6 digits
	LockStatus         int             `json:"LockStatus"`         // unit locked at its controller
	LockOn             int             `json:"LockOn"`             // lock enabled
	FanAutoEn          int             `json:"FanAutoEn"`          // fan auto mode enabled
	FanAutoType        int             `json:"FanAutoType"`        // fan auto type (FanAutoType_e)
	FanCapacity        int             `json:"FanCapacity"`        // fan auto mode airflow capacity, L/s
	FanUnitCapacity    int             `json:"FanUnitCapacity"`    // fan auto mode unit capacity, kW
	FilterWarn         int             `json:"FilterWarn"`         // filter warning setting, months
	HvacOnOff          int             `json:"HvacOnOff"`          // the controller controls on/off of the unit
	HvacMode           int             `json:"HvacMode"`           // the controller controls the mode of the unit
	HvacFan            int             `json:"HvacFan"`            // the controller controls the fan of the unit
	HvacSetpoint       int             `json:"HvacSetpoint"`       // the controller controls the setpoint of the unit
	ExtOnOff           int             `json:"ExtOnOff"`           // the unit controls on/off of the controller
	ExtMode            int             `json:"ExtMode"`            // the unit controls the mode of the controller
	ExtFan             int             `json:"ExtFan"`             // the unit controls the fan of the controller
	ExtSetpoint        int             `json:"ExtSetpoint"`        // the unit controls the setpoint of the controller
	DamperTime         int             `json:"DamperTime"`         // damper travel time; 0 = automatic, s
	AutoOff            int             `json:"AutoOff"`            // automatic off
	RoomTempDisp       int             `json:"RoomTempDisp"`       // display room temperature
	RfCh               int             `json:"RfCh"`               // radio channel
	AutoModeDeadB      int             `json:"AutoModeDeadB"`      // deadband of auto mode, °C times 100
	WiredLeds          int             `json:"WiredLeds"`          // LED setting of wired sensors
	AirflowLock        int             `json:"AirflowLock"`        // both airflow limits locked: ZoneMaxAir and ZoneMinAir are refused
	AirflowMinLock     int             `json:"AirflowMinLock"`     // lowest airflow locked: ZoneMinAir is refused
	OutOfViewRAS       int             `json:"OutOfViewRAS"`       // return air sensor out of view
	CpuType            int             `json:"CpuType"`            // controller type (AcCpuType_e)
	SysNo              int             `json:"SysNo"`              // system number
	AcUnitBrand        int             `json:"AcUnitBrand"`        // unit brand (UnitBrand_e)
	AcUnitBrandSet     int             `json:"AcUnitBrandSet"`     // unit brand set (UnitBrandSet_e)
	OemMake            int             `json:"OemMake"`            // maker (OemMake_e)
	HideInduct         int             `json:"HideInduct"`         // hide the induct temperature
	ReverseDampers     int             `json:"ReverseDampers"`     // damper motors reversed
	Scrooge            int             `json:"Scrooge"`            // scrooge mode
	Pass               string          `json:"Pass"`               // system configuration password
	CnstCtrlAreaEn     int             `json:"CnstCtrlAreaEn"`     // constant control by area enabled
	CnstCtrlArea       int             `json:"CnstCtrlArea"`       // zone area for constant control by area, m²
	StaticP            int             `json:"StaticP"`            // static pressure of one unit brand
	OpenDampersWhenOff int             `json:"OpenDampersWhenOff"` // open dampers when the system is off
	ShowActTemps       int             `json:"ShowActTemps"`       // show actual temperatures instead of airflow in the zone list
	UseInductEnergy    int             `json:"UseInductEnergy"`    // induct energy setting
	UnitOpt            UnitUnitOpt     `json:"UnitOpt"`            // which sensors, histories and options are displayed
	UnitBrandA         UnitUnitBrandA  `json:"UnitBrandA"`         // settings of one unit brand
	GasHeat            UnitGasHeat     `json:"GasHeat"`            // gas heater
	Ventilation        UnitVentilation `json:"Ventilation"`        // ventilation: how fan auto works in vent mode
	Evap               UnitEvap        `json:"Evap"`               // evaporative cooler
	SleepTimerM        int             `json:"SleepTimerM"`        // minutes left on the sleep timer, min
	MasterZoneNo       int             `json:"MasterZoneNo"`       // master zone
	InRh               int             `json:"InRh"`               // indoor relative humidity, %
	InTVOC             int             `json:"InTVOC"`             // indoor volatile organic compounds, ppb
	IneCO2             int             `json:"IneCO2"`             // indoor equivalent CO2, ppm
	AcRunH             int             `json:"AcRunH"`             // hours that the unit has run, h
	LockZoneNames      int             `json:"LockZoneNames"`      // names of zones locked: ZoneName is refused
	AirPureOn          int             `json:"AirPureOn"`          // air purifier on
}

// FaultsFaults: fault.
type FaultsFaults struct {
	Code string `json:"Code"` // code, 4 characters
	D    int    `json:"D"`    // day of the month
	M    int    `json:"M"`    // month
	Y    int    `json:"Y"`    // year
	H    int    `json:"H"`    // hour
	Min  int    `json:"Min"`  // minute
}

// Faults: The last eleven faults of the unit, newest first; an unused entry has an empty code.
type Faults struct {
	Faults []FaultsFaults `json:"Faults"` // faults
}

// BrandStatusTemps: temperatures and pressures of the refrigerant.
type BrandStatusTemps struct {
	OutdoorCoil            int `json:"OutdoorCoil"`            // outdoor coil, °C times 100
	IndoorCoil             int `json:"IndoorCoil"`             // indoor coil, °C times 100
	Ambient                int `json:"Ambient"`                // outdoor air, °C times 100
	SuctionLine            int `json:"SuctionLine"`            // suction line, °C times 100
	DischargeLine          int `json:"DischargeLine"`          // discharge line, °C times 100
	DeIceSensor            int `json:"DeIceSensor"`            // de-ice sensor, °C times 100
	Evaporating            int `json:"Evaporating"`            // evaporating temperature, °C times 100
	Condensing             int `json:"Condensing"`             // condensing temperature, °C times 100
	Controller             int `json:"Controller"`             // controller board, °C times 100
	SuctionSideSuperheat   int `json:"SuctionSideSuperheat"`   // suction side superheat, K times 100
	DischargeSideSuperheat int `json:"DischargeSideSuperheat"` // discharge side superheat, K times 100
	Vacant                 int `json:"Vacant"`                 // vacant
	SuctionLinePressure    int `json:"SuctionLinePressure"`    // suction line pressure, kPa
	DischargeLinePressure  int `json:"DischargeLinePressure"`  // discharge line pressure, kPa
}

// BrandStatusOutputs: what the outdoor unit does.
type BrandStatusOutputs struct {
	OutdoorFanSpeed int `json:"OutdoorFanSpeed"` // outdoor fan speed, %
	IndoorFanSpeed  int `json:"IndoorFanSpeed"`  // indoor fan speed, %
	Exv1Position    int `json:"Exv1Position"`    // first expansion valve, %
	Exv2Position    int `json:"Exv2Position"`    // second expansion valve
	UnitCapacity    int `json:"UnitCapacity"`    // capacity of the compressor, %
	UnitMode        int `json:"UnitMode"`        // mode of the compressor
	DigitalOutputs  int `json:"DigitalOutputs"`  // digital outputs
}

// BrandStatusThermostats: temperatures indoors.
type BrandStatusThermostats struct {
	IndoorUnitCoilTemperature1        int `json:"IndoorUnitCoilTemperature1"`        // first indoor coil, °C times 100
	IndoorUnitSuctionLineTemperature1 int `json:"IndoorUnitSuctionLineTemperature1"` // suction line of the first indoor coil, °C times 100
	IndoorUnitCoilTemperature2        int `json:"IndoorUnitCoilTemperature2"`        // second indoor coil
	IndoorUnitSuctionLineTemperature2 int `json:"IndoorUnitSuctionLineTemperature2"` // suction line of the second indoor coil
	SupplyAirTemperature              int `json:"SupplyAirTemperature"`              // supply air temperature, °C times 100
	ReturnAirTemperature              int `json:"ReturnAirTemperature"`              // return air temperature, °C times 100
}

// BrandStatusUC8: controller board.
type BrandStatusUC8 struct {
	IdCode          int `json:"IdCode"`          // id code of the board
	SoftwareVersion int `json:"SoftwareVersion"` // software version
}

// BrandStatusHistory8: what was counted since the unit was installed.
type BrandStatusHistory8 struct {
	TotalRunningHours                          int `json:"TotalRunningHours"`                          // hours that the compressor ran
	TotalRunningMinutes                        int `json:"TotalRunningMinutes"`                        // minutes beyond the hours that the compressor ran
	TotalCoolingCyclesMade                     int `json:"TotalCoolingCyclesMade"`                     // runs of cooling
	TotalHeatingCyclesMade                     int `json:"TotalHeatingCyclesMade"`                     // runs of heating
	TotalDeiceCyclesMade                       int `json:"TotalDeiceCyclesMade"`                       // runs of de-icing
	ModbusAddress                              int `json:"ModbusAddress"`                              // Modbus address
	Reserved1                                  int `json:"Reserved1"`                                  // reserved
	Reserved2                                  int `json:"Reserved2"`                                  // reserved
	Reserved3                                  int `json:"Reserved3"`                                  // reserved
	Reserved4                                  int `json:"Reserved4"`                                  // reserved
	HpTripEvents                               int `json:"HpTripEvents"`                               // high pressure trips
	LpTripEvents                               int `json:"LpTripEvents"`                               // low pressure trips
	FrostProtectionEvents                      int `json:"FrostProtectionEvents"`                      // frost protections
	FreezeProtectionEvents                     int `json:"FreezeProtectionEvents"`                     // freeze protections
	HighTemperatureProtectionEvents            int `json:"HighTemperatureProtectionEvents"`            // high temperature protections
	HighSuctionLineTemperatureProtectionEvents int `json:"HighSuctionLineTemperatureProtectionEvents"` // high suction line temperature protections
	OverloadProtectionEvents                   int `json:"OverloadProtectionEvents"`                   // overload protections
	LowDischanrgeSuperheatProtectionEvents     int `json:"LowDischanrgeSuperheatProtectionEvents"`     // low discharge superheat protections; key spelled exactly so
	HighDischanrgeSuperheatProtectionEvents    int `json:"HighDischanrgeSuperheatProtectionEvents"`    // high discharge superheat protections; key spelled exactly so
	NumberOfPowerOnResetEvents                 int `json:"NumberOfPowerOnResetEvents"`                 // restarts after power was off
	IndoorCoilTemperatureSensorFaults          int `json:"IndoorCoilTemperatureSensorFaults"`          // faults of the indoor coil sensor
	OutdoorCoilTemperatureSensorFaults         int `json:"OutdoorCoilTemperatureSensorFaults"`         // faults of the outdoor coil sensor
	OutdoorAmbientTemperatureFaults            int `json:"OutdoorAmbientTemperatureFaults"`            // faults of the outdoor air sensor
	DischargeLineTemperatureSensorFaults       int `json:"DischargeLineTemperatureSensorFaults"`       // faults of the discharge line sensor
	SuctionLineTemperatureSensorFaults         int `json:"SuctionLineTemperatureSensorFaults"`         // faults of the suction line sensor
	DeiceTemperatureSensorFaults               int `json:"DeiceTemperatureSensorFaults"`               // faults of the de-ice sensor
	HighPressureSensorFaults                   int `json:"HighPressureSensorFaults"`                   // faults of the high pressure sensor
	LowPressureSensorFaults                    int `json:"LowPressureSensorFaults"`                    // faults of the low pressure sensor
	HighBoardTemperatureFaults                 int `json:"HighBoardTemperatureFaults"`                 // faults by a hot board
	ReverseCycleValveFaults                    int `json:"ReverseCycleValveFaults"`                    // faults of the reversing valve
	IucCommunicationFaults                     int `json:"IucCommunicationFaults"`                     // faults of communication with the indoor controller
	IucFaults                                  int `json:"IucFaults"`                                  // faults of the indoor controller
	InverterFaults                             int `json:"InverterFaults"`                             // faults of the inverter
	CompressorOutOfEnvelopeFaults              int `json:"CompressorOutOfEnvelopeFaults"`              // faults of a compressor outside its limits
}

// BrandStatusInputStatus: state of the inputs.
type BrandStatusInputStatus struct {
	Inputs int `json:"Inputs"` // inputs
}

// BrandStatusOutputStatus: state of the outputs.
type BrandStatusOutputStatus struct {
	Outputs int `json:"Outputs"` // outputs
}

// BrandStatusTimers: minimum times.
type BrandStatusTimers struct {
	MinimumOnOffTime int `json:"MinimumOnOffTime"` // time until the compressor may stop, s
	MinimumOffOnTime int `json:"MinimumOffOnTime"` // time until the compressor may start, s
	MinimumOnOnTime  int `json:"MinimumOnOnTime"`  // time from one start to the next that is left, s
}

// BrandStatus: The measurements and counters of the controller of a unit of brand A.
type BrandStatus struct {
	Temps        BrandStatusTemps        `json:"Temps"`        // temperatures and pressures of the refrigerant
	Outputs      BrandStatusOutputs      `json:"Outputs"`      // what the outdoor unit does
	Thermostats  BrandStatusThermostats  `json:"Thermostats"`  // temperatures indoors
	UC8          BrandStatusUC8          `json:"UC8"`          // controller board
	History8     BrandStatusHistory8     `json:"History8"`     // what was counted since the unit was installed
	InputStatus  BrandStatusInputStatus  `json:"InputStatus"`  // state of the inputs
	OutputStatus BrandStatusOutputStatus `json:"OutputStatus"` // state of the outputs
	Timers       BrandStatusTimers       `json:"Timers"`       // minimum times
}

// Zone: One zone of the ducted system: its damper, its sensor and its settings.
type Zone struct {
	Index        int    `json:"Index"`        // zone index
	Name         string `json:"Name"`         // zone name
	ZoneType     int    `json:"ZoneType"`     // zone type (ZoneType_e)
	SensType     int    `json:"SensType"`     // sensor type (RoomSensorType_t)
	Mode         int    `json:"Mode"`         // zone mode (ZoneMode_e)
	Setpoint     int    `json:"Setpoint"`     // zone setpoint, °C times 100
	Temp         int    `json:"Temp"`         // zone temperature, °C times 100
	MaxAir       int    `json:"MaxAir"`       // highest damper opening, %
	MinAir       int    `json:"MinAir"`       // lowest damper opening, %
	Const        int    `json:"Const"`        // constant number; 255 = not a constant zone
	ConstA       int    `json:"ConstA"`       // constant zone active (forced open)
	Master       int    `json:"Master"`       // master zone forced open
	DmpFlt       int    `json:"DmpFlt"`       // damper motor fault
	ISense       int    `json:"iSense"`       // iSense
	Area         int    `json:"Area"`         // zone area, m²
	Calibration  int    `json:"Calibration"`  // sensor calibration, °C times 10
	Bypass       int    `json:"Bypass"`       // constant zone set to bypass
	DmpPos       int    `json:"DmpPos"`       // current damper position, %
	RfSignal     int    `json:"RfSignal"`     // radio signal (RfSignalLevel_e)
	BattVolt     int    `json:"BattVolt"`     // sensor battery (BatteryLevel_e)
	SensorFault  int    `json:"SensorFault"`  // sensor fault
	BalanceMax   int    `json:"BalanceMax"`   // upper balance limit, %
	BalanceMin   int    `json:"BalanceMin"`   // lower balance limit, %
	DamperSkip   int    `json:"DamperSkip"`   // damper skipped
	ConstClimate int    `json:"ConstClimate"` // constant climate
	Rh           int    `json:"Rh"`           // relative humidity, %
	DamperLink   int    `json:"DamperLink"`   // linked damper
	TabletId     int    `json:"TabletId"`     // tablet
}

// ScheduleDaysEnabled: days on which the favourite runs.
type ScheduleDaysEnabled struct {
	M  int `json:"M"`  // Monday
	Tu int `json:"Tu"` // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// ScheduleZones: zone of the favourite.
type ScheduleZones struct {
	Mode     int `json:"Mode"`     // zone mode (ZoneMode_e)
	Setpoint int `json:"Setpoint"` // zone setpoint, °C times 100
}

// ScheduleEvap: what the favourite does to an evaporative cooler.
type ScheduleEvap struct {
	UnitSetpoint int `json:"UnitSetpoint"` // setpoint of the unit, °C times 100
	FanSpeed     int `json:"FanSpeed"`     // fan speed
	RhSetpoint   int `json:"RhSetpoint"`   // humidity setpoint, %
}

// Schedule: A favourite of the ducted system; an unused one has an empty name.
type Schedule struct {
	Index       int                 `json:"Index"`       // favourite index
	Name        string              `json:"Name"`        // favourite name
	Enabled     int                 `json:"Enabled"`     // starts and stops by time
	Mode        int                 `json:"Mode"`        // system mode (SysMode_e)
	Fan         int                 `json:"Fan"`         // system fan (SysFan_e)
	StartH      int                 `json:"StartH"`      // start hour; 31 = no start
	StartM      int                 `json:"StartM"`      // start minute; 63 = no start
	StopH       int                 `json:"StopH"`       // stop hour; 31 = no stop
	StopM       int                 `json:"StopM"`       // stop minute; 63 = no stop
	DaysEnabled ScheduleDaysEnabled `json:"DaysEnabled"` // days on which the favourite runs
	Zones       []ScheduleZones     `json:"Zones"`       // what each zone does
	Evap        ScheduleEvap        `json:"Evap"`        // what the favourite does to an evaporative cooler
}

// SplitSystem: The split system as a whole.
type SplitSystem struct {
	Beep     int `json:"Beep"`     // units confirm commands with a sound
	MaxZones int `json:"MaxZones"` // most units: 5 or 14
	MaxFavs  int `json:"MaxFavs"`  // most favourites: 4 or 9
}

// Split: One wall split unit.
type Split struct {
	Index    int    `json:"Index"`    // unit index, may be non-consecutive
	Att      int    `json:"Att"`      // paired
	Name     string `json:"Name"`     // unit name
	On       int    `json:"On"`       // unit on
	Mode     int    `json:"Mode"`     // mode (SysMode_e (split, VRF))
	Fan      int    `json:"Fan"`      // fan speed (SysFan_e (split))
	Setpoint int    `json:"Setpoint"` // setpoint, °C times 100
	Swing    int    `json:"Swing"`    // swing (SplitSystemSwingType_e)
	Act      int    `json:"Act"`      // active, detected
	Sleep    int    `json:"Sleep"`    // sleep timer (SplitSystemSleepTimer_e)
	Brand    int    `json:"Brand"`    // unit brand
	AllOn    int    `json:"AllOn"`    // switched by all on at the wall controller
	AllOff   int    `json:"AllOff"`   // switched by all off at the wall controller
}

// SplitFavouriteDaysEnabled: days on which the favourite runs.
type SplitFavouriteDaysEnabled struct {
	M  int `json:"M"`  // Monday
	Tu int `json:"Tu"` // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// SplitFavourite: A favourite of the split system.
type SplitFavourite struct {
	Index       int                       `json:"Index"`       // favourite index
	Name        string                    `json:"Name"`        // favourite name
	StartH      int                       `json:"StartH"`      // start hour; other than 0-23 = no start
	StartM      int                       `json:"StartM"`      // start minute; other than 0-59 = no start
	StopH       int                       `json:"StopH"`       // stop hour; other than 0-23 = no stop
	StopM       int                       `json:"StopM"`       // stop minute; other than 0-59 = no stop
	Enabled     int                       `json:"Enabled"`     // starts and stops by time
	DaysEnabled SplitFavouriteDaysEnabled `json:"DaysEnabled"` // days on which the favourite runs
	Zones       [][]int                   `json:"Zones"`       // what each unit does
}

// Vrf: One VRF fan-coil unit.
type Vrf struct {
	X    int    `json:"X"`    // unit number; 0 is reserved for the ducted system
	Name string `json:"Name"` // unit name
	On   int    `json:"On"`   // unit on
	Mode int    `json:"Mode"` // mode (SysMode_e (split, VRF))
	Fan  int    `json:"Fan"`  // fan speed (SysFan_e (VRF))
	Sp   int    `json:"Sp"`   // setpoint, °C times 100
	Sw   int    `json:"Sw"`   // swing (SplitSystemSwingType_e)
	Er   string `json:"Er"`   // error of the unit, 3 characters; ` OK` means none
	Ra   int    `json:"Ra"`   // return air temperature, °C times 100
	Rs   int    `json:"Rs"`   // 0 indoor sensor, 1 remote sensor
	C325 int    `json:"C325"` // module connected
	Ac   int    `json:"Ac"`   // unit connected
	Cvrf int    `json:"Cvrf"` // CVRF module connected
	Id   int    `json:"Id"`   // CVRF device id
	Ms   int    `json:"Ms"`   // master
	Rf   int    `json:"Rf"`   // radio sensor detected
	Tmr  int    `json:"Tmr"`  // sleep timer (SplitSystemSleepTimer_e)
	TmrL int    `json:"TmrL"` // sleep timer left, min
	SwAl int    `json:"SwAl"` // swing types allowed (SplitSystemSwingType_e)
}

// VrfFavouriteDaysEnabled: days on which the favourite runs.
type VrfFavouriteDaysEnabled struct {
	M  int `json:"M"`  // Monday
	Tu int `json:"Tu"` // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// VrfFavourite: A favourite of the VRF system.
type VrfFavourite struct {
	Index       int                     `json:"Index"`       // favourite index
	Name        string                  `json:"Name"`        // favourite name
	StartH      int                     `json:"StartH"`      // start hour; other than 0-23 = no start
	StartM      int                     `json:"StartM"`      // start minute; other than 0-59 = no start
	StopH       int                     `json:"StopH"`       // stop hour; other than 0-23 = no stop
	StopM       int                     `json:"StopM"`       // stop minute; other than 0-59 = no stop
	Enabled     int                     `json:"Enabled"`     // starts and stops by time
	DaysEnabled VrfFavouriteDaysEnabled `json:"DaysEnabled"` // days on which the favourite runs
	Units       [][]int                 `json:"Units"`       // what each unit does
}

// Irrigation: The irrigation controller.
type Irrigation struct {
	Tag1                  string `json:"Tag1"`                  // first text line
	Tag2                  string `json:"Tag2"`                  // second text line
	Name1                 string `json:"Name1"`                 // name of program 0
	Name2                 string `json:"Name2"`                 // name of program 1
	Name3                 string `json:"Name3"`                 // name of program 2
	Name4                 string `json:"Name4"`                 // name of program 3
	Name5                 string `json:"Name5"`                 // name of program 4
	Name6                 string `json:"Name6"`                 // name of program 5
	Name7                 string `json:"Name7"`                 // name of program 6
	Name8                 string `json:"Name8"`                 // name of program 7
	Name9                 string `json:"Name9"`                 // name of program 8
	Enable                bool   `json:"Enable"`                // system enabled
	SoakPeriods           int    `json:"SoakPeriods"`           // soak pauses in a run
	SoakTime              int    `json:"SoakTime"`              // length of a soak pause, min
	NoOfStations          int    `json:"NoOfStations"`          // number of stations
	Ratio                 int    `json:"Ratio"`                 // run time ratio; shown as ratio minus 100, %
	TestTime              int    `json:"TestTime"`              // time of each station in test mode, min
	RainWait              int    `json:"RainWait"`              // days of rain delay, d
	ManualRunTime         int    `json:"ManualRunTime"`         // manual run time, min
	IgnoreLowCurrentFault int    `json:"IgnoreLowCurrentFault"` // ignore a low current fault
	CurrentProgram        int    `json:"CurrentProgram"`        // running program, 0-8; any other value = none
	TestMode              int    `json:"TestMode"`              // test running
	Pass                  string `json:"Pass"`                  // configuration password
	RfCh                  int    `json:"RfCh"`                  // radio channel
	CtrlErr               int    `json:"CtrlErr"`               // 0 none; 1, 2, 3 = error on controller 1, 2, 3
}

// ProgramDays: days on which the program runs (Tuesday is `T` here).
type ProgramDays struct {
	M  int `json:"M"`  // Monday
	T  int `json:"T"`  // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// ProgramStartTimes: start time.
type ProgramStartTimes struct {
	H int `json:"h"` // hour; 31 = unused
	M int `json:"m"` // minute; 63 = unused
}

// ProgramRunTimes: run time.
type ProgramRunTimes struct {
	T int `json:"t"` // run time, min
}

// Program: One irrigation program; an unused one has an empty name.
type Program struct {
	Index      int                 `json:"Index"`      // program index
	Name       string              `json:"Name"`       // program name
	Days       ProgramDays         `json:"Days"`       // days on which the program runs (Tuesday is `T` here)
	Enable     int                 `json:"Enable"`     // start times enabled
	StartTimes []ProgramStartTimes `json:"StartTimes"` // start times
	RunTimes   []ProgramRunTimes   `json:"RunTimes"`   // run time of each station
}

// Station: One irrigation station.
type Station struct {
	Index   int    `json:"Index"`   // station index
	Name    string `json:"Name"`    // station name
	Soak    int    `json:"Soak"`    // soak pauses
	State   int    `json:"State"`   // current state (station state)
	Error   int    `json:"Error"`   // fault of its wire (station error)
	LastRun int    `json:"LastRun"` // days since the last run; 7 = 7 or more, d
	Mode    int    `json:"Mode"`    // station mode (StnMode_e)
}

// PowerDevicesChannels: channel.
type PowerDevicesChannels struct {
	Name       string `json:"Name"`       // channel name
	GrNo       int    `json:"GrNo"`       // group number; 255 = no group
	Consum     int    `json:"Consum"`     // consumption
	Enabled    int    `json:"Enabled"`    // channel enabled
	Generate   int    `json:"Generate"`   // the channel generates
	AddToTotal int    `json:"AddToTotal"` // the channel counts towards the total
}

// PowerDevices: device.
type PowerDevices struct {
	Enabled  int                    `json:"Enabled"`  // device enabled
	Name     string                 `json:"Name"`     // device name
	Channels []PowerDevicesChannels `json:"Channels"` // channels
}

// Power: The power monitor: tariff, devices and channels.
type Power struct {
	Enabled     int            `json:"Enabled"`     // monitor enabled
	Tag1        string         `json:"Tag1"`        // first text line
	Tag2        string         `json:"Tag2"`        // second text line
	Voltage     int            `json:"Voltage"`     // mains voltage, V
	PF          int            `json:"PF"`          // power factor x100
	CostOfPower int            `json:"CostOfPower"` // cost per kWh in 0.01 cents, cent times 100
	Emissions   int            `json:"Emissions"`   // emissions, gCOe/kWh
	Devices     []PowerDevices `json:"Devices"`     // devices
}

// PowerStatusDevCh: channel.
type PowerStatusDevCh struct {
	Pwr int `json:"Pwr"` // power, W
}

// PowerStatusDev: device.
type PowerStatusDev struct {
	Ok   int                `json:"Ok"`   // device responds
	Batt int                `json:"Batt"` // battery (CpmBatt_e)
	Ch   []PowerStatusDevCh `json:"Ch"`   // channels
}

// PowerStatus: The current reading of each channel of the power monitor.
type PowerStatus struct {
	LastReadingNo int              `json:"LastReadingNo"` // number of the last reading
	Dev           []PowerStatusDev `json:"Dev"`           // devices
}

// LightingTime: clock of the system.
type LightingTime struct {
	Y   int `json:"Y"`   // year, two digits
	Mo  int `json:"Mo"`  // month
	D   int `json:"D"`   // day
	Dow int `json:"dow"` // day of the week; 0 = Sunday
	H   int `json:"h"`   // hour
	Mi  int `json:"mi"`  // minute
	S   int `json:"s"`   // second
}

// Lighting: The lighting system.
type Lighting struct {
	IntV    int          `json:"IntV"`    // version of the interface
	Tag1    string       `json:"Tag1"`    // first text line
	Tag2    string       `json:"Tag2"`    // second text line
	Pass    string       `json:"Pass"`    // configuration password
	Pg1N    string       `json:"Pg1N"`    // name of page 1
	Pg2N    string       `json:"Pg2N"`    // name of page 2
	Pg3N    string       `json:"Pg3N"`    // name of page 3
	Pg4N    string       `json:"Pg4N"`    // name of page 4
	Pg5N    string       `json:"Pg5N"`    // name of page 5
	Pg6N    string       `json:"Pg6N"`    // name of page 6
	Pg7N    string       `json:"Pg7N"`    // name of page 7
	Pg8N    string       `json:"Pg8N"`    // name of page 8
	Pg9N    string       `json:"Pg9N"`    // name of page 9
	Pg10N   string       `json:"Pg10N"`   // name of page 10
	LiNext  int          `json:"LiNext"`  // next free number of a lamp
	SWNext  int          `json:"SWNext"`  // next free number of a switch
	LiLast  int          `json:"LiLast"`  // last lamp that was configured
	SwLast  int          `json:"SwLast"`  // last switch that was configured
	Time    LightingTime `json:"Time"`    // clock of the system
	AdLock  int          `json:"AdLock"`  // layout locked
	RfCh    int          `json:"RfCh"`    // radio channel
	LiPwrOn int          `json:"LiPwrOn"` // what lamps do when power returns (power return)
}

// LampDays: days of the alarm.
type LampDays struct {
	M  int `json:"M"`  // Monday
	Tu int `json:"Tu"` // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// Lamp: A lamp, a dimmer, an outlet, a relay, a blind or a garage door.
type Lamp struct {
	Index         int      `json:"Index"`         // number of the lamp
	Name          string   `json:"Name"`          // name of the lamp
	GrNo          int      `json:"GrNo"`          // group; 255 = none
	PgNo          int      `json:"PgNo"`          // page
	LocX          int      `json:"LocX"`          // position on the page from the left, %
	LocY          int      `json:"LocY"`          // position on the page from the top, %
	Att           int      `json:"Att"`           // attached
	On            int      `json:"On"`            // 1 on, 0 off
	Brig          int      `json:"Brig"`          // brightness, %
	Temp          int      `json:"Temp"`          // white; 0 cold to 100 warm, %
	R             int      `json:"R"`             // red
	G             int      `json:"G"`             // green
	B             int      `json:"B"`             // blue
	Type          string   `json:"Type"`          // kind of device
	Pwrd          int      `json:"Pwrd"`          // powered; 0 = switched off at the wall and not controllable
	Fx            int      `json:"Fx"`            // effect (light effect)
	Acce          int      `json:"Acce"`          // speed of changes (speed of change)
	Alar          int      `json:"Alar"`          // alarm
	ISen          int      `json:"iSen"`          // follows an iSense
	Rgb           int      `json:"Rgb"`           // shows colour; 0 = white
	AlOf          int      `json:"AlOf"`          // included in all off
	AlOn          int      `json:"AlOn"`          // takes part in "all on"
	D1            int      `json:"D1"`            // occupancy: first delay, min
	A1            int      `json:"A1"`            // occupancy: brightness after the first delay, %
	D2            int      `json:"D2"`            // occupancy: second delay, min
	A2            int      `json:"A2"`            // occupancy: brightness after the second delay, %
	OccAuOn       int      `json:"OccAuOn"`       // switches on when somebody comes
	AlH           int      `json:"AlH"`           // hour of the alarm; 31 = none
	AlM           int      `json:"AlM"`           // minute of the alarm; 63 = none
	Days          LampDays `json:"Days"`          // days of the alarm
	Reed          int      `json:"Reed"`          // garage door is shut; 0 = open
	Pulse         int      `json:"Pulse"`         // garage door: length of a press; tenths of a second
	Setpoint      int      `json:"Setpoint"`      // temperature controller: target temperature, °C times 100
	RoomTemp      int      `json:"RoomTemp"`      // temperature controller: room temperature, °C times 100
	CacdLimit     int      `json:"CacdLimit"`     // dimmer: lowest brightness, %
	SwitchType    int      `json:"SwitchType"`    // wall switch of a dimmer (wall switch of a dimmer)
	LedOnOff      int      `json:"LedOnOff"`      // lamp in the wall switch of a dimmer
	ReverseOutput int      `json:"ReverseOutput"` // voltage-free relay closed when off
	AllOn         int      `json:"AllOn"`         // blind: its move upon "all on" (move of a blind)
	AllOff        int      `json:"AllOff"`        // blind: what it does at all off (move of a blind)
	Reverse       int      `json:"Reverse"`       // blind: motor reversed
	LiPwrOn       int      `json:"LiPwrOn"`       // what the lamp does when power returns (power return of a lamp)
	Pos           int      `json:"Pos"`           // blind: opening, %
}

// WallSwitch: A wireless wall switch with up to three buttons, or an occupancy sensor.
type WallSwitch struct {
	Index  int `json:"Index"`  // number of the switch
	But1   int `json:"But1"`   // what button 1 controls (button and sensor function)
	But1No int `json:"But1No"` // group or zone of button 1
	But2   int `json:"But2"`   // what button 2 controls (button and sensor function)
	But2No int `json:"But2No"` // group or zone of button 2
	But3   int `json:"But3"`   // what button 3 controls (button and sensor function)
	But3No int `json:"But3No"` // group or zone of button 3
	Occ    int `json:"Occ"`    // what the occupancy sensor controls (button and sensor function)
	OccNo  int `json:"OccNo"`  // group or zone of the occupancy sensor
	Lit    int `json:"Lit"`    // light sensor; 255 = none
	Att    int `json:"Att"`    // attached
	NoBut  int `json:"NoBut"`  // number of buttons
}

// LightFavouriteOn: start.
type LightFavouriteOn struct {
	H int `json:"H"` // hour; 31 = none
	M int `json:"M"` // minute; 63 = none
}

// LightFavouriteOff: stop.
type LightFavouriteOff struct {
	H int `json:"H"` // hour; 31 = none
	M int `json:"M"` // minute; 63 = none
}

// LightFavouriteDays: days on which the favourite runs.
type LightFavouriteDays struct {
	M  int `json:"M"`  // Monday
	Tu int `json:"Tu"` // Tuesday
	W  int `json:"W"`  // Wednesday
	Th int `json:"Th"` // Thursday
	F  int `json:"F"`  // Friday
	Sa int `json:"Sa"` // Saturday
	Su int `json:"Su"` // Sunday
}

// LightFavouriteILightFav: lamp of a favourite.
type LightFavouriteILightFav struct {
	X int    `json:"X"` // number of the lamp
	S string `json:"S"` // settings; on, brightness, white, red, green, blue, effect, colour on, speed, applicable (0 = the lamp is not changed)
}

// LightFavourite: A lighting favourite; an unused one has an empty name.
type LightFavourite struct {
	Fav       int                       `json:"Fav"`       // favourite index
	Name      string                    `json:"Name"`      // favourite name
	En        int                       `json:"En"`        // times enabled
	On        LightFavouriteOn          `json:"On"`        // start
	Off       LightFavouriteOff         `json:"Off"`       // stop
	Days      LightFavouriteDays        `json:"Days"`      // days on which the favourite runs
	ILightFav []LightFavouriteILightFav `json:"iLightFav"` // what it does to each lamp
}

// LampDiagnostics: Diagnostics of a lamp.
type LampDiagnostics struct {
	Index               int `json:"Index"`               // number of the lamp
	Temp                int `json:"Temp"`                // temperature of the lamp, °C times 100
	Reduction           int `json:"Reduction"`           // dimming to stay cool, %
	LightReading        int `json:"LightReading"`        // reading of the light sensor
	OccupancyReading    int `json:"OccupancyReading"`    // reading of the occupancy sensor
	LightSetpoint       int `json:"LightSetpoint"`       // light level to hold; 65535 = not set
	LampOverride        int `json:"LampOverride"`        // override; 255 none, 0 off, otherwise brightness
	LightTimeouts       int `json:"LightTimeouts"`       // time-outs of the light sensor
	LightPerCent        int `json:"LightPerCent"`        // share of light, %
	TempBrightness      int `json:"TempBrightness"`      // momentary brightness, %
	OccPresentTimeout   int `json:"OccPresentTimeout"`   // minutes until people count as absent
	LampFavCalcChecksum int `json:"LampFavCalcChecksum"` // calculated checksum of the favourites
	LampFavRecChecksum  int `json:"LampFavRecChecksum"`  // received checksum of the favourites
	LiTimeout           int `json:"LiTimeout"`           // seconds until the light sensor counts as lost
	OccTimeout          int `json:"OccTimeout"`          // seconds until the occupancy sensor counts as lost
	OccCurrentAction    int `json:"OccCurrentAction"`    // current effect of occupancy; 255 none, 0 off, otherwise brightness
	Powered             int `json:"Powered"`             // powered
}

// LightNetwork: The network settings of the bridge.
type LightNetwork struct {
	IpAddress string `json:"IpAddress"` // address
	Mac       string `json:"Mac"`       // hardware address
	Dhcp      string `json:"Dhcp"`      // address from DHCP; 1 = yes
	StaticIp  string `json:"StaticIp"`  // static address
	Mask      string `json:"Mask"`      // network mask
	Gateway   string `json:"Gateway"`   // gateway
	PriDns    string `json:"PriDns"`    // first name server
	SecDns    string `json:"SecDns"`    // second name server
}

// LastButton: The last button that was pressed.
type LastButton struct {
	Sw  int `json:"Sw"`  // number of the switch; 255 = none yet
	But int `json:"But"` // number of the button; 255 = none yet
}

const queryDefinitions = `{
"unit": {"path":"/HvacRequestV2","root":"HvacV2Request","type":1,"at":["SystemV2"]},
"faults": {"path":"/HvacRequestV2","root":"HvacV2Request","type":4,"at":["AcUnitFaultHistV2"]},
"brandStatus": {"path":"/HvacRequestV2","root":"HvacV2Request","type":5,"at":["UnitBrandAInfoV2"]},
"zone": {"path":"/HvacRequestV2","root":"HvacV2Request","type":2,"at":["ZonesV2"],"count":14,"key":"Index"},
"schedule": {"path":"/HvacRequestV2","root":"HvacV2Request","type":3,"at":["SchedulesV2"],"count":9,"key":"Index"},
"splitSystem": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":1,"at":["SplitSystemSystem","Global"]},
"split": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":1,"at":["SplitSystemSystem","Zones"],"list":true,"key":"Index"},
"splitFavourite": {"path":"/SplitSystemRequest","root":"SplitSystemRequest","type":2,"at":["SplitSystemFavourites"],"list":true,"key":"Index"},
"vrf": {"path":"/VrfControlRequest","root":"VrfControlSystemRequest","type":1,"at":["VrfControlSystem","Vrfs"],"list":true,"key":"X"},
"vrfFavourite": {"path":"/VrfControlRequest","root":"VrfControlSystemRequest","type":3,"at":["VrfControlFavourite"],"count":9,"key":"Index"},
"irrigation": {"path":"/iLightRequest","root":"RetRequest","type":1,"at":["RetSystem"]},
"program": {"path":"/iLightRequest","root":"RetRequest","type":2,"at":["RetProgram"],"count":9,"key":"Index"},
"station": {"path":"/iLightRequest","root":"RetRequest","type":3,"at":["RetStation"],"count":24,"key":"Index"},
"power": {"path":"/PowerRequest","root":"PowerRequest","type":1,"at":["PowerMonitorConfig"]},
"powerStatus": {"path":"/PowerRequest","root":"PowerRequest","type":2,"at":["PowerMonitorStatus"]},
"lighting": {"path":"/iLightRequest","root":"LiRequest","type":2,"at":["iLightSystem"]},
"lamp": {"path":"/iLightRequest","root":"LiRequest","type":1,"at":["iLight"],"count":128,"key":"Index"},
"wallSwitch": {"path":"/iLightRequest","root":"LiRequest","type":3,"at":["Switch"],"count":128,"key":"Index"},
"lightFavourite": {"path":"/iLightRequest","root":"LiRequest","type":4,"at":["iLightFav"],"count":9,"portions":{"list":"iLightFav","count":6},"key":"Fav"},
"lampDiagnostics": {"path":"/iLightRequest","root":"LiRequest","type":5,"at":["iLightDiagLamp"],"count":128,"key":"Index"},
"lightNetwork": {"path":"/iLightRequest","root":"LiRequest","type":7,"at":["NetworkSettings"]},
"lastButton": {"path":"/iLightRequest","root":"LiRequest","type":8,"at":["LiLastButton"]}
}`

const dialectDefinitions = `{
"neutral": {"paths":{},"keys":{}},
"izone": {"paths":{"/HvacRequestV2":"/iZoneRequestV2","/HvacCommandV2":"/iZoneCommandV2"},"keys":{"HvacV2Request":"iZoneV2Request","HvacDeviceUId":"AirStreamDeviceUId","HvacOnOff":"iZoneOnOff","HvacMode":"iZoneMode","HvacFan":"iZoneFan","HvacSetpoint":"iZoneSetpoint","HvacStatusV2":"iZoneStatusV2","UnitBrandA":"Temperzone","UnitBrandAInfoV2":"TemperzoneInfoV2","Evap":"Coolbreeze","UnitBrandAQuietMode":"TemperzoneQuietMode","UnitBrandASettingsSetpoints":"TemperzoneSettingsSetpoints","UnitBrandASettingsUnit":"TemperzoneSettingsUnit","EvapFanSpeed":"CoolbreezeFanSpeed","EvapRhSetpoint":"CoolbreezeRhSetpoint","EvapPrewEn":"CoolbreezePrewEn","EvapPrewTime":"CoolbreezePrewTime","EvapDrAfPrewEn":"CoolbreezeDrAfPrewEn","EvapDrCycEn":"CoolbreezeDrCycEn","EvapDrCycPer":"CoolbreezeDrCycPer","EvapPostwEn":"CoolbreezePostwEn","EvapDrBfPostwEn":"CoolbreezeDrBfPostwEn","EvapPostwT":"CoolbreezePostwT","EvapInverter":"CoolbreezeInverter","EvapResumeLast":"CoolbreezeResumeLast","EvapFanMaxAuto":"CoolbreezeFanMaxAuto","EvapFanMax":"CoolbreezeFanMax","EvapExhMax":"CoolbreezeExhMax","EvapExhEn":"CoolbreezeExhEn","EvapCtrlSens":"CoolbreezeCtrlSens","EvapCalibTemp":"CoolbreezeCalibTemp","EvapDeadTemp":"CoolbreezeDeadTemp","EvapAutoFanMaxTime":"CoolbreezeAutoFanMaxTime","EvapFavSettings":"CoolbreezeFavSettings"}}
}`

const commandDefinitions = `{
"SysOn": {"path":"/HvacCommandV2","body":{"min":0,"max":1}},
"SysMode": {"path":"/HvacCommandV2","body":{"labels":{"not available":0,"cool":1,"heat":2,"vent":3,"dry":4,"auto":5,"exhaust":6,"pump only":7}}},
"SysFan": {"path":"/HvacCommandV2","body":{"labels":{"not available":0,"low":1,"medium":2,"high":3,"auto":4,"top":5,"non-gas heat":99}}},
"SysSetpoint": {"path":"/HvacCommandV2","body":{"min":1500,"max":3000,"unit":"°C","scale":100}},
"iSave": {"path":"/HvacCommandV2","body":{"min":0,"max":1}},
"SysSleepTimer": {"path":"/HvacCommandV2","body":{"min":0,"max":1440,"unit":"min"}},
"ZoneMode": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Mode":{"labels":{"open":1,"close":2,"auto":3,"override":4,"constant":5}}}}},
"ZoneSetpoint": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Setpoint":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"ZoneMaxAir": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"MaxAir":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"ZoneMinAir": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"MinAir":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"ZoneName": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":13},"Name":{"bytes":15}}}},
"SchedAcMode": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Mode":{"labels":{"not available":0,"cool":1,"heat":2,"vent":3,"dry":4,"auto":5,"exhaust":6,"pump only":7}}}}},
"SchedAcFan": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Fan":{"labels":{"not available":0,"low":1,"medium":2,"high":3,"auto":4,"top":5,"non-gas heat":99}}}}},
"SchedName": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Name":{"bytes":15}}}},
"SchedZones": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Zones":{"items":{"keys":{"Mode":{"labels":{"open":1,"close":2,"auto":3,"override":4,"constant":5}},"Setpoint":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}}},"least":1,"most":14}}}},
"SchedSettings": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"StartH":{"min":0,"max":23,"off":31},"StartM":{"min":0,"max":59,"off":63},"StopH":{"min":0,"max":23,"off":31},"StopM":{"min":0,"max":59,"off":63},"DaysEnabled":{"keys":{"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},"optional":["DaysEnabled"]}},
"SchedEnable": {"path":"/HvacCommandV2","body":{"keys":{"Index":{"min":0,"max":8},"Enabled":{"min":0,"max":1}}}},
"FavouriteSet": {"path":"/HvacCommandV2","body":{"min":1,"max":9}},
"SplitSystemZoneOn": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"On":{"min":0,"max":1}}}},
"SplitSystemZoneMode": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}}}}},
"SplitSystemZoneFan": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Fan":{"labels":{"low (brand set: auto)":1,"medium (brand set: quiet)":2,"high (brand set: 1)":3,"auto (brand set: 2)":4,"brand set: 3":5,"brand set: 4":6,"brand set: 5":7}}}}},
"SplitSystemZoneSetpoint": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Setpoint":{"min":1700,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"SplitSystemZoneSwing": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}}}}},
"SplitSystemZoneSleepTimer": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Sleep":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}}}}},
"SplitSystemZoneName": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":13},"Name":{"bytes":15}}}},
"SplitSystemFavouriteName": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"Name":{"bytes":15}}}},
"SplitSystemScheduleEnable": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"En":{"min":0,"max":1}}}},
"SplitSystemScheduleSettings": {"path":"/SplitSystemCommand","body":{"keys":{"Index":{"min":0,"max":8},"StartH":{"min":-2147483648,"max":2147483647},"StartM":{"min":-2147483648,"max":2147483647},"StopH":{"min":-2147483648,"max":2147483647},"StopM":{"min":-2147483648,"max":2147483647},"DaysEnabled":{"keys":{"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}}}},
"SplitSystemChangeSplitFavourite": {"path":"/SplitSystemCommand","body":{"keys":{"SplitIndex":{"min":0,"max":13},"FavouriteIndex":{"min":0,"max":8},"Apply":{"min":0,"max":1},"On":{"min":0,"max":1},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}},"Fan":{"labels":{"low (brand set: auto)":1,"medium (brand set: quiet)":2,"high (brand set: 1)":3,"auto (brand set: 2)":4,"brand set: 3":5,"brand set: 4":6,"brand set: 5":7}},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}},"Sleep":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}},"Setpoint":{"min":1700,"max":3000,"step":50,"unit":"°C","scale":100}}}},
"VrfSystemZoneOn": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"On":{"min":0,"max":1}}}},
"VrfSystemZoneMode": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Mode":{"labels":{"cool":1,"heat":2,"vent":3,"dry":4,"auto":5}}}}},
"VrfSystemZoneFan": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Fan":{"labels":{"low":1,"medium":2,"high":3,"auto":4}}}}},
"VrfSystemZoneSetpoint": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Setpoint":{"min":1500,"max":3000,"step":100,"unit":"°C","scale":100}}}},
"VrfSystemZoneSwing": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Swing":{"labels":{"none":0,"horizontal":1,"vertical":2,"both":3}}}}},
"VrfSystemZoneSleepTimer": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Timer":{"labels":{"off":0,"0.5 h":1,"1 h":2,"2 h":3,"4 h":4,"6 h":5,"8 h":6,"12 h":7}}}}},
"VrfControlVrfName": {"path":"/VrfControlCommand","body":{"keys":{"Index":{"min":0,"max":15},"Name":{"bytes":15}}}},
"RetEnable": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":1}},
"RetRatio": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":200,"unit":"%"}},
"RetRainWait": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":7,"unit":"d"}},
"RetTestMode": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":1}},
"RetSoakIntervals": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":15}},
"RetSoakTime": {"path":"/iLightCommand","local":true,"body":{"min":0,"max":240,"unit":"min"}},
"RetSetManRunTime": {"path":"/iLightCommand","local":true,"body":{"min":1,"max":240,"unit":"min"}},
"RetTag2": {"path":"/iLightCommand","local":true,"body":{"keys":{"Tag":{"bytes":15}}}},
"RetStnMode": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Mode":{"labels":{"auto":0,"manual":1,"disabled":2}}}}},
"RetStSoak": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Soak":{"min":0,"max":1}}}},
"RetPrRetStNameogName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":23},"Name":{"bytes":15}}}},
"RetStRunTime": {"path":"/iLightCommand","local":true,"body":{"keys":{"Program":{"min":0,"max":8},"No":{"min":0,"max":23},"RunTime":{"min":0,"max":240,"unit":"min"}}}},
"RetRunProgram": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Run":{"min":0,"max":1}}}},
"RetProgram": {"path":"/iLightCommand","local":true,"body":{"keys":{"Index":{"min":0,"max":8},"StartTimes":{"items":{"keys":{"h":{"min":0,"max":23,"off":31},"m":{"min":0,"max":59,"off":63}}},"least":0,"most":6},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},
"RetPrEnable": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Enable":{"min":0,"max":1}}}},
"RetProgName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Name":{"bytes":15}}}},
"ChannelName": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Name":{"bytes":15}}}},
"LiOn": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"On":{"min":0,"max":1}}}},
"LiBright": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Bright":{"min":0,"max":100,"unit":"%"}}}},
"LiTemp": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Temp":{"min":0,"max":100,"unit":"%"}}}},
"LiRgb": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"R":{"min":0,"max":255},"G":{"min":0,"max":255},"B":{"min":0,"max":255}}}},
"LiRgbMode": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Rgb":{"min":0,"max":1}}}},
"LiFx": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Fx":{"labels":{"none":0,"reading":1,"relaxing":2,"candle":3,"holiday":4,"rotate":5,"circadian":6,"music":7,"automatic brightness":8}}}}},
"LiAccel": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Accel":{"labels":{"slow":0,"medium":1,"fast":2,"immediate":3}}}}},
"LiAlarm": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Alar":{"min":0,"max":1}}}},
"LiLampAlarm": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlH":{"min":0,"max":23,"off":31},"AlM":{"min":0,"max":59,"off":63},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1},"En":{"min":0,"max":1}}}},
"LiAlSnooze": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Time":{"min":1,"max":120,"unit":"min"}}}},
"LiiSense": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"iSen":{"min":0,"max":1}}}},
"LiOccSt": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"D1":{"labels":{"never":0,"10 min":10,"15 min":15,"20 min":20,"30 min":30,"60 min":60}},"A1":{"min":0,"max":100,"unit":"%"},"D2":{"labels":{"never":0,"10 min":10,"15 min":15,"20 min":20,"30 min":30,"60 min":60}},"A2":{"min":0,"max":100,"unit":"%"}}}},
"LiOccAutoOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"On":{"min":0,"max":1}}}},
"LiAllOn": {"path":"/iLightCommand","body":{"keys":{"On":{"min":1,"max":1}}}},
"LiAllOff": {"path":"/iLightCommand","body":{"keys":{"Off":{"min":1,"max":1}}}},
"LiAlOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlOn":{"min":0,"max":1}}}},
"LiAlOf": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AlOf":{"min":0,"max":1}}}},
"LiHoliday": {"path":"/iLightCommand","body":{"keys":{"Hol":{"min":0,"max":1}}}},
"LiMusic": {"path":"/iLightCommand","body":{"keys":{"RgbOn":{"min":0,"max":1},"Temp":{"min":0,"max":100,"unit":"%"},"Bright":{"min":0,"max":100,"unit":"%"},"R":{"min":0,"max":255},"G":{"min":0,"max":255},"B":{"min":0,"max":255}}}},
"LiName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Name":{"bytes":15}}}},
"LiGroup": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Group":{"min":0,"max":255}}}},
"LiPage": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Page":{"min":0,"max":9}}}},
"LiLoc": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"x":{"min":0,"max":100,"unit":"%"},"y":{"min":0,"max":100,"unit":"%"}}}},
"LiFavAct": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":8}}}},
"LiFavSet": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Ap":{"bytes":128}}}},
"LiFavName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"Name":{"bytes":15}}}},
"LiFavEn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"En":{"min":0,"max":1}}}},
"LiFavTime": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":8},"OnH":{"min":0,"max":23,"off":31},"OnM":{"min":0,"max":59,"off":63},"OffH":{"min":0,"max":23,"off":31},"OffM":{"min":0,"max":59,"off":63},"M":{"min":0,"max":1},"Tu":{"min":0,"max":1},"W":{"min":0,"max":1},"Th":{"min":0,"max":1},"F":{"min":0,"max":1},"Sa":{"min":0,"max":1},"Su":{"min":0,"max":1}}}},
"LiTag1": {"path":"/iLightCommand","local":true,"body":{"bytes":31}},
"LiTag2": {"path":"/iLightCommand","local":true,"body":{"bytes":31}},
"LiPass": {"path":"/iLightCommand","local":true,"body":{"bytes":15}},
"LiPageName": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":1,"max":10},"Name":{"bytes":15}}}},
"LiAdLock": {"path":"/iLightCommand","local":true,"body":{"keys":{"AdLock":{"min":0,"max":1}}}},
"LiRfCh": {"path":"/iLightCommand","local":true,"body":{"keys":{"Ch":{"min":1,"max":8}}}},
"LiPwrOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"PwrOn":{"labels":{"no change":0,"previous setting":1,"full white":2}}}}},
"IndividualLiPwrOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LiPwrOn":{"labels":{"as the system":0,"no change":1,"previous setting":2,"white":3}}}}},
"LiPair": {"path":"/iLightCommand","local":true,"body":{"keys":{"Pair":{"min":1,"max":1}}}},
"LiRemove": {"path":"/iLightCommand","local":true,"body":{"keys":{"Type":{"labels":{"lamp":1,"switch":2}},"No":{"min":0,"max":127}}}},
"SwConfig": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LiNo":{"min":0,"max":255},"OccSys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"OccNo":{"min":0,"max":255},"But1Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But1No":{"min":0,"max":255},"But2Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But2No":{"min":0,"max":255},"But3Sys":{"labels":{"none":0,"lamp group":1,"AC on/off":2,"AC zone":3,"all off":4,"all on":5}},"But3No":{"min":0,"max":255}}}},
"DeviceTypeChange": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Type":{"labels":{"lamp":1,"outlet":2,"outlet as garage door":3,"roller blind":4,"dimmer module":5,"relay":6,"relay as garage door":7,"relay as heating controller":8,"relay as cooling controller":9,"outlet as heating controller":10,"outlet as cooling controller":11,"voltage-free relay":12,"voltage-free relay as garage door":13,"dimmer with wall switch":14,"voltage-free relay as heating controller":15,"voltage-free relay as cooling controller":16}}}}},
"CgpoGarage": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Type":{"labels":{"outlet":2,"garage door":3}}}}},
"CgdoPulse": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Pulse":{"min":1,"max":20}}}},
"CbldDrive": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Mode":{"labels":{"down":0,"up":1,"stop":2}}}}},
"CbldCalib": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Cal":{"min":1,"max":1}}}},
"CbldReverse": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"Reverse":{"min":0,"max":1}}}},
"CbldAllOn": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AllOn":{"labels":{"stays":0,"up":1,"down":2}}}}},
"CbldAllOff": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"AllOff":{"labels":{"stays":0,"up":1,"down":2}}}}},
"CacrtcSetpoint": {"path":"/iLightCommand","body":{"keys":{"No":{"min":0,"max":127},"Setpoint":{"min":1500,"max":3000,"unit":"°C","scale":100}}}},
"CacdLimitChange": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"CacdLimit":{"min":0,"max":99,"unit":"%"}}}},
"CacdswWallSwitchType": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"SwitchType":{"labels":{"latching":0,"momentary":1}}}}},
"CacdswLedOnOff": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"LedOnOff":{"min":0,"max":1}}}},
"CvfcReverseOutput": {"path":"/iLightCommand","local":true,"body":{"keys":{"No":{"min":0,"max":127},"ReverseOutput":{"min":0,"max":1}}}},
"Time": {"path":"/iLightCommand","local":true,"body":{"keys":{"Y":{"min":0,"max":99},"Mo":{"min":1,"max":12},"D":{"min":1,"max":31},"dow":{"min":0,"max":6},"h":{"min":0,"max":23},"mi":{"min":0,"max":59},"s":{"min":0,"max":59}}}},
"LiNetSet": {"path":"/iLightCommand","local":true,"body":{"keys":{"Dhcp":{"min":0,"max":1},"StaticIp_1":{"min":0,"max":255},"StaticIp_2":{"min":0,"max":255},"StaticIp_3":{"min":0,"max":255},"StaticIp_4":{"min":0,"max":255},"Mask_1":{"min":0,"max":255},"Mask_2":{"min":0,"max":255},"Mask_3":{"min":0,"max":255},"Mask_4":{"min":0,"max":255},"Gateway_1":{"min":0,"max":255},"Gateway_2":{"min":0,"max":255},"Gateway_3":{"min":0,"max":255},"Gateway_4":{"min":0,"max":255},"PriDns_1":{"min":0,"max":255},"PriDns_2":{"min":0,"max":255},"PriDns_3":{"min":0,"max":255},"PriDns_4":{"min":0,"max":255},"SecDns_1":{"min":0,"max":255},"SecDns_2":{"min":0,"max":255},"SecDns_3":{"min":0,"max":255},"SecDns_4":{"min":0,"max":255}}}},
"LiNewBridge": {"path":"/iLightCommand","local":true,"body":{"min":1,"max":1}},
"ReSetMe": {"path":"/iLightCommand","local":true,"body":{"min":12345,"max":12345}},
"AppleHomeKitPair": {"path":"/iLightCommand","local":true,"body":{"min":23456,"max":23456}},
"SysTag1": {"path":"/HvacCommandV2","local":true,"body":{"bytes":31}},
"SysTag2": {"path":"/HvacCommandV2","local":true,"body":{"bytes":31}},
"EconomyLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EconomyMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}},
"EconomyMin": {"path":"/HvacCommandV2","local":true,"body":{"min":1500,"max":3000,"step":50,"unit":"°C","scale":100}},
"RASSet": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"return air":1,"master":2,"zones":3}}},
"MasterZone": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":13}},
"NoOfZones": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":14}},
"NoOfConstants": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":14}},
"EnableiSave": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"FanAutoEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"FanAutoType": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"two-speed":0,"three-speed":1,"variable":2,"four-speed":3}}},
"FanCapacity": {"path":"/HvacCommandV2","local":true,"body":{"min":50,"max":5000,"unit":"L/s"}},
"FanUnitCapacity": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100,"unit":"kW"}},
"FilterWarn": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"no warning":0,"3 months":3,"6 months":6,"12 months":12}}},
"ResetWarning": {"path":"/HvacCommandV2","local":true,"body":{"words":["filter"]}},
"HvacOnOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacFan": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HvacSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtOnOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtFan": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ExtSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"DamperTime": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":600,"unit":"s"}},
"AutoOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"RoomTempDisp": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"HideInduct": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ReverseDampers": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ScroogeMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"OpenDampersWhenOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"ShowActTemps": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"SetWiredLeds": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"UseUnductEnergy": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AutoModeDeadB": {"path":"/HvacCommandV2","local":true,"body":{"min":75,"max":500,"unit":"K","scale":100}},
"AirflowLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AirflowMinLock": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"CnstCtrlAreaEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"CnstCtrlArea": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1000,"unit":"m²"}},
"StaticP": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":4}},
"ChangeRfCh": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":8}},
"ChangePass": {"path":"/HvacCommandV2","local":true,"body":{"bytes":15}},
"LockZoneNames": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"AirPureOn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"RfPair": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":1}},
"SetAcUnitBrandSet": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"auto":0,"type 1":1,"type 2":2,"type 3":3,"type 4":4,"type 5":5,"type 6":6,"type 7":7,"type 8":8,"type 9":9,"type 10":10,"type 11":11,"type 12":12,"type 13":13,"type 14":14,"type 15":15,"type 16":16,"type 17":17,"type 18":18,"type 19":19,"type 20":20,"type 21":21,"brand A":22}}},
"UnitBrandAQuietMode": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"UnitBrandASettingsSetpoints": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"HeatSetpoint":{"min":3000,"max":4000,"unit":"°C","scale":100},"CoolSetpoint":{"min":500,"max":1500,"unit":"°C","scale":100}}}},
"UnitBrandASettingsUnit": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"FanType":{"labels":{"variable":0,"three-speed":1}},"ModeType":{"labels":{"no expansion":0,"single":1,"series":2,"dry":3}}}}},
"GasHeatSettings": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Type":{"labels":{"heat only":0,"cool only":1,"one heat, one cool":2,"two heat, one cool":3,"heat pump, one fan speed":4,"heat pump, three fan speeds":5,"heat pump with one heat":6,"two heat pumps with one heat":7,"one gas":8,"two gas, two cool":9,"remote on/off":10,"ventilation":11,"another maker's":12,"another maker's, one heat, one cool":13}},"MinRunTime":{"min":2,"max":10,"unit":"min"},"AnticycleTime":{"min":2,"max":10,"unit":"min"},"StageOffset":{"min":20,"max":50,"unit":"K","scale":10},"StageDelay":{"min":5,"max":15,"unit":"min"},"CycleFanCool":{"min":0,"max":1},"CycleFanHeat":{"min":0,"max":1}}}},
"VentilationRfSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":5,"max":95,"unit":"%"}},
"VentilationVocsSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":50,"max":2500,"unit":"ppb"}},
"VentilationEco2Setpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":500,"max":1500,"unit":"ppm"}},
"VentilationFanStageDelay": {"path":"/HvacCommandV2","local":true,"body":{"min":3,"max":240,"unit":"min"}},
"VentilationCycleFanOff": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseRhControl": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseVcosControl": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"VentilationUseEco2Control": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapFanSpeed": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapRhSetpoint": {"path":"/HvacCommandV2","local":true,"body":{"min":10,"max":90,"unit":"%"}},
"EvapPrewEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapPrewTime": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":60,"unit":"min"}},
"EvapDrAfPrewEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrCycEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrCycPer": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":3000,"unit":"min"}},
"EvapPostwEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapDrBfPostwEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapPostwT": {"path":"/HvacCommandV2","local":true,"body":{"min":5,"max":30,"unit":"min"}},
"EvapInverter": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapResumeLast": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapFanMaxAuto": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapFanMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapExhMax": {"path":"/HvacCommandV2","local":true,"body":{"min":1,"max":100}},
"EvapExhEn": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":1}},
"EvapCtrlSens": {"path":"/HvacCommandV2","local":true,"body":{"labels":{"screen":0,"remote":1}}},
"EvapCalibTemp": {"path":"/HvacCommandV2","local":true,"body":{"min":-50,"max":50,"unit":"K","scale":10}},
"EvapDeadTemp": {"path":"/HvacCommandV2","local":true,"body":{"min":100,"max":500,"unit":"K","scale":100}},
"EvapAutoFanMaxTime": {"path":"/HvacCommandV2","local":true,"body":{"min":0,"max":60,"unit":"min"}},
"EvapFavSettings": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":8},"UnitSetpoint":{"min":1500,"max":3000,"unit":"°C","scale":100},"FanSpeed":{"min":1,"max":100},"RhSetpoint":{"min":10,"max":90,"unit":"%"}}}},
"BalanceMax": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Max":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"BalanceMin": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Min":{"min":0,"max":100,"step":5,"unit":"%"}}}},
"DamperSkip": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Skip":{"min":0,"max":1}}}},
"ZoneSetting": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Sensor":{"labels":{"CCTS":0,"CSM":1,"iSense":2,"wireless":3,"wired":4,"none":255}},"Zone":{"labels":{"open/close":1,"constant":2,"auto":3}},"ConstNo":{"min":0,"max":255}}}},
"SensorCalib": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Calibrate":{"min":-50,"max":50,"unit":"K","scale":10}}}},
"ZoneBypass": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Bypass":{"min":0,"max":1}}}},
"ZoneArea": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"Area":{"min":1,"max":255,"unit":"m²"}}}},
"Crfs2SensorPair": {"path":"/HvacCommandV2","local":true,"body":{"keys":{"Index":{"min":0,"max":13},"TxInterval":{"min":1,"max":8}}}},
"ChannelAddToTotal": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"AddToTotal":{"min":0,"max":1}}}},
"PowerEmissions": {"path":"/PowerCommand","local":true,"body":{"min":0,"max":5000,"unit":"gCO2e/kWh"}},
"PowerCostOfPower": {"path":"/PowerCommand","local":true,"body":{"min":0,"max":50000,"unit":"cent","scale":100}},
"PowerFactor": {"path":"/PowerCommand","local":true,"body":{"min":1,"max":100,"scale":100}},
"Tag1": {"path":"/PowerCommand","local":true,"body":{"bytes":31}},
"Tag2": {"path":"/PowerCommand","local":true,"body":{"bytes":31}},
"SystemVoltage": {"path":"/PowerCommand","local":true,"body":{"min":1,"max":500,"unit":"V"}},
"DeviceEnable": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Enable":{"min":0,"max":1}}}},
"ChannelEnable": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Enable":{"min":0,"max":1}}}},
"ChannelGroup": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Group":{"min":0,"max":255}}}},
"ChannelGenerate": {"path":"/PowerCommand","local":true,"body":{"keys":{"Device":{"min":0,"max":4},"Channel":{"min":0,"max":2},"Generate":{"min":0,"max":1}}}}
}`

// end of generated
